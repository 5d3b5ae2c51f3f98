//go:build ignore

// Students is the program of README.md: it trains a machine for eight students, asks it about a ninth, and
// prints the proof that no machine is better.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"log"

	"example.com/svm"
)

func main() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}} // hours
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}                                       // failed, passed
	f, err := svm.Train(svm.Linear{}, x, y, 1)                                       // C = 1
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("5 hours of study and 8 of sleep:", f.Predict([]float64{5, 8}))
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
	fmt.Print(p.Explain(f.Alpha(y), f.Bias))
}
