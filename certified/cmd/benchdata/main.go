// Benchdata writes the data of the benchmark in LIBSVM's format, and prints the options of svm-train. From
// the folder above certified:
//
//	go -C certified run ./cmd/benchdata DIR
//
// Its last line is the command that prints the rows of the table of speed for this machine.
//
// SPDX-License-Identifier: MIT-0
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"example.com/svm"
	"example.com/svm/certified"
)

const usage = `usage: go -C certified run ./cmd/benchdata DIR
It writes the eight files of the benchmark, some 90 MB, to the directory DIR, and prints for each the
command of LIBSVM. Its last line is the command that prints the rows of the table of speed for this
machine. With go -C a relative DIR is in that folder.
`

// speed prints the rows of the table of speed for this machine: one run on one core.
const speed = "go test -run '^$' -bench 'SMO/.*/tol=1e-06|PrimalQP' -benchtime 1x -cpu 1 " +
	"./cmd/benchdata # in the folder certified"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its arguments and files, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("benchdata", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err == nil && flags.NArg() != 1 {
		err = errors.New("want one directory; -h says what for")
	}
	if err == nil {
		err = writeAll(flags.Arg(0), stdout)
	}
	if err == nil {
		fmt.Fprintln(stdout, speed)
	}
	if err != nil {
		fmt.Fprintln(stderr, "benchdata:", err)
		return 1
	}
	return 0
}

func writeAll(dir string, stdout io.Writer) error {
	err := os.MkdirAll(dir, 0o777)
	if err != nil {
		return err
	}
	for _, b := range benches {
		name := filepath.Join(dir, b.name)
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		p := b.draw()
		err = certified.WriteData(file, p.X, p.Y)
		if err != nil {
			return err
		}
		err = file.Close()
		if err != nil {
			return err
		}
		kernel := "-t 0"
		k, gaussian := p.Kernel.(svm.RBF)
		if gaussian {
			kernel = fmt.Sprintf("-t 2 -g %g", k.Gamma)
		}
		fmt.Fprintf(stdout, "svm-train %s -c %g -m 1000 %s\n", kernel, p.C, name)
	}
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
