// Benchdata writes the data of the benchmark in LIBSVM's format, and prints the options of svm-train. With
// -time it also prints the rows of the table of speed for this machine. From the folder above certified:
//
//	go -C certified run ./cmd/benchdata [-time] DIR
//
// SPDX-License-Identifier: MIT-0
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
	"example.com/svm/certified"
)

const usage = `usage: go -C certified run ./cmd/benchdata [-time] DIR
It writes the eight files of the benchmark, some 90 MB, to the directory DIR, and prints for each the
command of LIBSVM. With -time it prints the rows of the table of speed for this machine besides: the
user seconds of processes with one core that read a file and train, and the peak of their memory in MB
(on Linux). With -train SMO or -train PrimalQP it is such a process for any file in LIBSVM's format:
go -C certified run ./cmd/benchdata -train SMO -g 0.05 -c 1 FILE
  -g γ  of the Gaussian kernel; without it the kernel is linear
  -c C  the price of slack, by default 1
With -t 0, -t 2, -g and -c svm-train has the same problem. With go -C names are looked up in its folder.
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its arguments and files, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("benchdata", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	timed := flags.Bool("time", false, "")
	method := flags.String("train", "", "")
	gamma := flags.Float64("g", 0, "")
	c := flags.Float64("c", 1, "")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	name := flags.Arg(0)
	switch {
	case err != nil:
	case flags.NArg() != 1:
		err = errors.New("want one directory, or one file for -train; -h says what for")
	case *method != "":
		err = task{name, *gamma, *c}.train(*method, stdout)
	case *timed:
		err = timeAll(name, stdout)
	default:
		_, err = writeAll(name, stdout)
	}
	if err != nil {
		text := strings.NewReplacer("certified: ", "", "svm: ", "").Replace(err.Error())
		fmt.Fprintln(stderr, "benchdata:", text)
		return 1
	}
	return 0
}

// A task is to train on a file. If Gamma is 0, the kernel is linear.
type task struct {
	file     string
	gamma, c float64
}

// writeAll writes the files to a directory, and the commands of LIBSVM.
func writeAll(dir string, stdout io.Writer) (tasks []task, err error) {
	err = os.MkdirAll(dir, 0o777)
	if err != nil {
		return nil, err
	}
	for _, b := range benches {
		p := b.draw()
		t := task{file: filepath.Join(dir, b.name), c: p.C}
		file, err := os.Create(t.file)
		if err != nil {
			return nil, err
		}
		err = certified.WriteData(file, p.X, p.Y)
		if err != nil {
			return nil, err
		}
		err = file.Close()
		if err != nil {
			return nil, err
		}
		kernel := "-t 0"
		k, gaussian := p.Kernel.(svm.RBF)
		if gaussian {
			t.gamma = k.Gamma
			kernel = fmt.Sprintf("-t 2 -g %g", t.gamma)
		}
		fmt.Fprintf(stdout, "svm-train %s -c %g -m 1000 %s\n", kernel, t.c, t.file)
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// timeAll writes the files and the rows of the table of speed.
func timeAll(dir string, stdout io.Writer) error {
	tasks, err := writeAll(dir, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "\n%-28s %14s %14s\n", "user seconds (peak MB)", "SMO", "PrimalQP")
	for _, t := range tasks {
		row := fmt.Sprintf("%-28s", filepath.Base(t.file))
		for _, method := range []string{"SMO", "PrimalQP"} {
			if method == "PrimalQP" && t.gamma > 0 {
				continue
			}
			cost, err := t.measured(method)
			if err != nil {
				return err
			}
			row += fmt.Sprintf(" %14s", cost)
		}
		fmt.Fprintln(stdout, row)
	}
	return nil
}

// measured returns what it costs a process with one core to read the file and train.
func (t task) measured(method string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	gamma := strconv.FormatFloat(t.gamma, 'g', -1, 64)
	c := strconv.FormatFloat(t.c, 'g', -1, 64)
	command := exec.Command(program, "-train", method, "-g", gamma, "-c", c, t.file)
	command.Env = append(os.Environ(), "GOMAXPROCS=1")
	var out, fault bytes.Buffer
	command.Stdout = &out
	command.Stderr = &fault
	err = command.Run()
	if err != nil {
		return "", fmt.Errorf("%s of %s: %w: %s", method, t.file, err, bytes.TrimSpace(fault.Bytes()))
	}
	cost := fmt.Sprintf("%.2f", command.ProcessState.UserTime().Seconds())
	_, peak, found := strings.Cut(strings.TrimSpace(out.String()), "peak ")
	if found {
		cost += fmt.Sprintf(" (%s)", strings.TrimSuffix(peak, " MB"))
	}
	return cost, nil
}

// train reads the file, trains, and tells P and the peak of memory.
func (t task) train(method string, stdout io.Writer) error {
	file, err := os.Open(t.file)
	if err != nil {
		return err
	}
	defer file.Close()
	p := problem{Kernel: svm.Linear{}, C: t.c}
	if t.gamma != 0 {
		p.Kernel = svm.RBF{Gamma: t.gamma}
	}
	p.X, p.Y, err = certified.ReadData(file, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", t.file, err)
	}
	var c certified.Certificate
	switch method {
	case "SMO":
		m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
		if err != nil {
			return err
		}
		c = m.Certificate
	case "PrimalQP":
		m, err := certified.PrimalQP(context.Background(), p, svm.QPOptions{})
		if err != nil {
			return err
		}
		c = m.Certificate
	default:
		return fmt.Errorf("-train %s, want SMO or PrimalQP", method)
	}
	text := fmt.Sprintf("P = %.10g", c.Primal)
	status, _ := os.ReadFile("/proc/self/status") // of Linux
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	if found {
		var kilobytes float64
		fmt.Sscan(rest, &kilobytes)
		text += fmt.Sprintf(", peak %.0f MB", kilobytes*1024/1e6)
	}
	fmt.Fprintln(stdout, text)
	return nil
}

type problem = certified.Problem[[]float64]

// A bench is a problem of the benchmark. The name tells points and features.
type bench struct {
	name string
	draw func() problem
}

var benches = []bench{
	{"sparse-16000x123", func() problem { return oneHot(svm.RBF{Gamma: 0.05}, 1) }},
	{"dense-12000x784", blobs},
	{"checkerboard-30000x2", checkerboard},
	{"spirals-1000x2", spirals},
	{"linear-1500x100", func() problem { return noisy(1500, 100, 100) }},
	{"linear-100000x20", func() problem { return noisy(100_000, 20, 1) }},
	{"linear-sparse-16000x123-C1", func() problem { return oneHot(svm.Linear{}, 1) }},
	{"linear-sparse-16000x123-C100", func() problem { return oneHot(svm.Linear{}, 100) }},
}

// random returns a source of numbers that are the same in each run.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// draws returns n numbers.
func draws(n int, draw func() float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = draw()
	}
	return x
}

// oneHot draws the answers to 14 questions, of as many choices as those of a9a have: 123 binary features.
// The first choices are the likeliest. A noisy sum over the answers decides the label.
func oneHot(k svm.Kernel[[]float64], c float64) problem {
	r := random(72)
	choices := []int{5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41}
	weight := draws(123, r.NormFloat64)
	p := problem{Kernel: k, C: c}
	for range 16_000 {
		x := make([]float64, len(weight))
		score := 3 + 2*r.NormFloat64()
		first := 0
		for _, k := range choices {
			j := first + int(float64(k)*r.Float64()*r.Float64())
			x[j] = 1
			score += weight[j]
			first += k
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, sign(score))
	}
	return p
}

func sign(v float64) float64 {
	if v < 0 {
		return -1
	}
	return 1
}

// blobs draws one of ten figures on 28 × 28 pixels, each of six blobs of radius 3.1 that stand somewhere
// else every time. Some 20 % of the pixels are not 0. The label is that of even and odd figures.
func blobs() problem {
	r := random(72)
	centres := draws(10*6*2, func() float64 { return 4 + 20*r.Float64() })
	p := problem{Kernel: svm.RBF{Gamma: 0.02}, C: 10}
	for range 12_000 {
		x := make([]float64, 28*28)
		figure := r.IntN(10)
		for centre := range slices.Chunk(centres[12*figure:][:12], 2) {
			across := centre[0] + 1.5*r.NormFloat64()
			down := centre[1] + 1.5*r.NormFloat64()
			for i := range x {
				dx := float64(i%28) - across
				dy := float64(i/28) - down
				x[i] = max(x[i], 1-(dx*dx+dy*dy)/(3.1*3.1))
			}
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, float64(1-2*(figure%2)))
	}
	return p
}

// checkerboard draws points of a board of 4 × 4 squares.
func checkerboard() problem {
	r := random(72)
	p := problem{Kernel: svm.RBF{Gamma: 1}, C: 10}
	for range 30_000 {
		x := draws(2, func() float64 { return 4 * r.Float64() })
		square := int(x[0]) + int(x[1])
		p.X = append(p.X, x)
		p.Y = append(p.Y, float64(1-2*(square%2)))
	}
	return p
}

// spirals draws points around two arms that turn one and a half times.
func spirals() problem {
	r := random(3)
	p := problem{Kernel: svm.RBF{Gamma: 1}, C: 1e4}
	for i := range 1000 {
		label := float64(1 - 2*(i%2))
		angle := 3 * math.Pi * math.Sqrt(r.Float64())
		x := []float64{label * angle * math.Cos(angle), label * angle * math.Sin(angle)}
		for j := range x {
			x[j] += 0.5 * r.NormFloat64()
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, label)
	}
	return p
}

// noisy draws points whose labels are those of a hyperplane, with noise.
func noisy(n, d int, c float64) problem {
	r := random(uint64(n))
	w := draws(d, r.NormFloat64)
	p := problem{Kernel: svm.Linear{}, C: c}
	for range n {
		x := draws(d, r.NormFloat64)
		p.X = append(p.X, x)
		p.Y = append(p.Y, sign(svm.Dot(w, x)+3*r.NormFloat64()))
	}
	return p
}
