//go:build ignore

// Seconds measures the tables of seconds of “Which method when” in pegasos.go, and prints them:
//
//	go run testdata/seconds.go
//
// Beside Train stands svm-train of LIBSVM, and beside TrainLinear train of LIBLINEAR, if they are installed
// (on Debian as svm-train and liblinear-train, from libsvm-tools and liblinear-tools). Each number is the least
// of three runs, or that of one run of more than ten seconds. The other programs read a file. A run with
// -e 1e9 does little else, so its seconds are subtracted. Leave the machine idle: all takes some minutes, and
// 2 GB.
//
// Train and TrainLinear end when P − D is at most 10⁻⁶·P, and svm-train -e 1e-6 when the largest violation of
// the same problem is at most 10⁻⁶. The problem of liblinear-train -s 3 -B 1 is another: it penalises b. It
// ends when its violation is at most that after -e, by default 0.1.
//
// If the book has another name in your module, rename the import example.com/svm.
// SPDX-License-Identifier: MIT-0

package main

import (
	"bufio"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"

	"example.com/svm"
)

// A problem has points of two classes, and γ for the kernel.
type problem struct {
	name  string
	gamma float64
	x     [][]float64
	y     []float64
}

func main() {
	log.SetFlags(0)
	folder, err := os.MkdirTemp("", "seconds")
	check(err)
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "points")

	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "RBF\tγ\tC\tsupport vectors\tTrain\tsvm-train\tsvm-train/Train")
	for _, p := range []problem{
		checkerboard(10_000),
		clouds("2 clouds", 10_000, 30, 2, .5),
		clouds("2 near clouds", 10_000, 30, 2, .25),
		clouds("10 clouds", 1_800, 64, 10, 1),
	} {
		p.write(file)
		for _, c := range []float64{1, 100} {
			kernelRow(out, p, c, file)
		}
	}
	fmt.Fprintln(out, "\nlinear\tC\tTrainLinear\tliblinear-train -e 0.1\tliblinear-train -e 0.001")
	for _, p := range []problem{
		clouds("2 near clouds", 100_000, 20, 2, .25),
		clouds("2 near clouds", 1_000_000, 20, 2, .25),
		clouds("2 near clouds", 300, 1_000, 2, .25),
	} {
		p.write(file)
		linearRow(out, p, 1, file)
	}
	check(out.Flush())
}

func kernelRow(out *tabwriter.Writer, p problem, c float64, file string) {
	var f *svm.Expansion[[]float64]
	ours := least(func() (err error) {
		f, err = svm.Train(svm.RBF{Gamma: p.gamma}, p.x, p.y, c)
		return err
	})
	options := []string{"-t", "2", "-g", fmt.Sprint(p.gamma), "-c", fmt.Sprint(c), "-m", "1000"}
	theirs := training("svm-train", file, "1e-6", options...)
	fmt.Fprintf(out, "%s\t%.3f\t%v\t%d\t%s\t%s\t%s\n",
		p.name, p.gamma, c, len(f.Coef), cell(ours), cell(theirs), cell(theirs/ours))
}

func linearRow(out *tabwriter.Writer, p problem, c float64, file string) {
	ours := least(func() error {
		_, err := svm.TrainLinear(p.x, p.y, c)
		return err
	})
	options := []string{"-s", "3", "-B", "1", "-c", fmt.Sprint(c)}
	rough := training("liblinear-train", file, "0.1", options...)
	fine := training("liblinear-train", file, "0.001", options...)
	fmt.Fprintf(out, "%s\t%v\t%s\t%s\t%s\n", p.name, c, cell(ours), cell(rough), cell(fine))
}

// training returns the seconds that a program trains to the tolerance e, or NaN if it is not installed.
func training(program, file, e string, options ...string) float64 {
	path, err := exec.LookPath(program)
	if err != nil {
		return math.NaN()
	}
	run := func(e string) float64 {
		return least(func() error {
			return exec.Command(path, append(options, "-q", "-e", e, file, file+".model")...).Run()
		})
	}
	return max(0, run(e)-run("1e9"))
}

// least returns the least seconds of three runs, or those of a run of more than ten.
func least(run func() error) float64 {
	seconds := math.Inf(1)
	for range 3 {
		start := time.Now()
		check(run())
		seconds = min(seconds, time.Since(start).Seconds())
		if seconds > 10 {
			break
		}
	}
	return seconds
}

func cell(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	return fmt.Sprintf("%.2f", seconds)
}

// checkerboard has points on 4 × 4 fields. Fields side by side are of different classes.
func checkerboard(n int) problem {
	r := rand.New(rand.NewPCG(1, 0))
	p := problem{name: fmt.Sprintf("checkerboard, %d × 2", n), gamma: 1}
	for range n {
		a := 4 * r.Float64()
		b := 4 * r.Float64()
		p.add(int(a)+int(b), a, b)
	}
	return p
}

// clouds has round clouds of standard deviation 1, of both classes in turn. A coordinate of a centre has the
// standard deviation apart.
func clouds(name string, n, d, count int, apart float64) problem {
	r := rand.New(rand.NewPCG(2, 0))
	p := problem{name: fmt.Sprintf("%s, %d × %d", name, n, d), gamma: 1 / float64(d)}
	centre := make([][]float64, count)
	for k := range centre {
		for range d {
			centre[k] = append(centre[k], apart*r.NormFloat64())
		}
	}
	for i := range n {
		var point []float64
		for _, middle := range centre[i%count] {
			point = append(point, middle+r.NormFloat64())
		}
		p.add(i, point...)
	}
	return p
}

// add appends a point of class +1 if number is even, and otherwise of −1. It rounds the point to three
// decimals, so that the file has the same point and is short.
func (p *problem) add(number int, point ...float64) {
	for j, v := range point {
		point[j] = math.Round(1000*v) / 1000
	}
	p.x = append(p.x, point)
	p.y = append(p.y, float64(1-number%2*2))
}

// write writes the points in LIBSVM's format: a line has the label, and each feature after its number.
func (p problem) write(file string) {
	f, err := os.Create(file)
	check(err)
	out := bufio.NewWriter(f)
	for i, row := range p.x {
		fmt.Fprint(out, p.y[i])
		for j, v := range row {
			fmt.Fprintf(out, " %d:%v", j+1, v)
		}
		fmt.Fprintln(out)
	}
	check(out.Flush())
	check(f.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal("seconds: ", err)
	}
}
