//go:build ignore

// Live makes figures.go a figure to play with: it reads points, a kernel, a price of slack and a number of
// steps, and writes the picture of the machine and the table of Explain. The page of book.go has it as a
// program for the browser, which runs it at each move of a point:
//
//	GOOS=wasip1 GOARCH=wasm go build testdata/figures.go testdata/live.go
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"

	"example.com/svm"
)

// A scene is what a reader has put on the plane, and asks of it.
type scene struct {
	X      [][]float64
	Y      []float64
	C      float64 // 0: +Inf
	Degree int     // of a polynomial kernel; 1: linear
	Gamma  float64 // above 0: the Gaussian kernel
	Steps  int     // of SMO; 0: to the end
	Chosen int     // the point that is marked, or −1
}

// init comes before main of figures.go.
func init() {
	if runtime.GOOS == "wasip1" {
		var s scene
		exit(json.NewDecoder(os.Stdin).Decode(&s))
		exit(s.draw())
		os.Exit(0)
	}
}

func (s scene) draw() error {
	d := data{x: s.X, y: s.Y, c: s.C, k: svm.Linear{}}
	name := "⟨x,z⟩"
	if s.Degree > 1 {
		d.k = svm.Polynomial{Degree: s.Degree, Gamma: .1, Offset: 1}
		name = fmt.Sprintf("(⟨x,z⟩/10 + 1)^%d", s.Degree)
	}
	if s.Gamma > 0 {
		d.k = svm.RBF{Gamma: s.Gamma}
		name = fmt.Sprintf("exp(−%.2g‖x−z‖²)", s.Gamma)
	}
	price := fmt.Sprintf("%.2g", s.C)
	if s.C == 0 {
		d.c = math.Inf(1)
		price = "∞"
	}
	steps := 0
	last := "no step was needed"
	trace := func(i, j int, delta, gain float64) {
		steps++
		last = fmt.Sprintf("step %d: β%d += %.4g, β%d −= %.4g; D gains %.4g", steps, i, delta, j, delta, gain)
	}
	p := d.problem()
	alpha, b, err := svm.SMO(p, svm.SMOOptions{MaxSteps: s.Steps, Trace: trace})
	if err != nil && !errors.Is(err, svm.ErrNotConverged) {
		return err
	}
	plane := panels(15, 380, 0, 10)
	plane.framed(52, 30, fmt.Sprintf("k(x,z) = %s, C = %s", name, price), "", func() {
		f := svm.Machine(d.k, d.x, d.y, alpha, b)
		if len(f.Points) > 0 {
			plane.machine(f)
		}
		plane.points(d, alpha)
		if s.Chosen >= 0 {
			plane.circle("hull", s.X[s.Chosen], .4)
		}
	})
	fmt.Println(plane.page("The points, and their machine.", plane.key(454, plus, minus, free, bounded)))
	fmt.Println(last)
	if err != nil && s.Steps == 0 {
		fmt.Println(err)
	}
	fmt.Print(p.Explain(alpha, b, nil, nil))
	return nil
}
