package svm_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/svm"
)

// Documents become vectors: one number for each word of the vocabulary, the larger the more often the word occurs in the document
// (tf) and the fewer documents have it (idf). The length of a document should not count, so the kernel is Cosine.
func ExampleCosine() {
	documents := []string{
		"the team won the match with a late goal",
		"a goal in the last minute of the match",
		"the bank raised the interest rate",
		"the rate of the bank fell with the market",
	}
	labels := []float64{1, 1, -1, -1} // sport, money

	var words []string
	frequency := map[string]float64{} // in how many documents a word occurs
	for _, d := range documents {
		seen := map[string]bool{}
		for _, w := range strings.Fields(d) {
			if !seen[w] {
				seen[w] = true
				frequency[w]++
			}
		}
	}
	for w := range frequency {
		words = append(words, w)
	}
	slices.Sort(words)
	vector := func(d string) []float64 {
		x := make([]float64, len(words))
		for _, w := range strings.Fields(d) {
			if j, known := slices.BinarySearch(words, w); known {
				x[j]++
			}
		}
		for j, w := range words {
			x[j] = math.Log1p(x[j]) * math.Log(float64(len(documents))/frequency[w])
		}
		return x
	}

	p := svm.Problem[[]float64]{Y: labels, Kernel: svm.Cosine{}, C: 10}
	for _, d := range documents {
		p.X = append(p.X, vector(d))
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range []string{"a match without a goal", "the interest rate of the bank"} {
		fmt.Printf("%+.0f  %s\n", m.Predict(vector(d)), d)
	}
	// Output:
	// +1  a match without a goal
	// -1  the interest rate of the bank
}

// Strings need no vectors: the kernel counts the substrings that two of them have in common.
func ExampleSubstring() {
	const x, z = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	fmt.Println("common substrings:", svm.AllSubstrings().Eval(x, z))
	fmt.Println("of length 5:      ", svm.Spectrum(5).Eval(x, z)) // ELVIS

	// Which sequences carry the motif CATG, wherever it stands?
	p := svm.Problem[string]{
		X:      []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"},
		Y:      []float64{1, 1, 1, -1, -1, -1},
		Kernel: svm.Normalize[string](svm.Spectrum(3)),
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict("GGGCATGGGG"), m.Predict("GGGCTAGGGG"))
	// Output:
	// common substrings: 81
	// of length 5:       1
	// +1 -1
}

// A kernel on a type of your own: say how alike two values are in each respect, and add what counts.
func ExampleCompose() {
	type flat struct {
		area float64 // m²
		city string
	}
	size := svm.Compose(svm.Kernel[[]float64](svm.Gaussian(20)), func(f flat) []float64 { return []float64{f.area} })
	city := svm.KernelFunc[flat](func(a, b flat) float64 {
		if a.city == b.city {
			return 1
		}
		return 0
	})
	k := svm.Sum[flat](svm.Scale(2, size), city)
	a, b := flat{80, "Bonn"}, flat{60, "Bonn"}
	fmt.Printf("%.3f %.3f %.3f\n", k.Eval(a, a), k.Eval(a, b), k.Eval(a, flat{60, "Ulm"}))

	p := svm.Problem[flat]{
		X:      []flat{{90, "Bonn"}, {100, "Ulm"}, {30, "Bonn"}, {20, "Ulm"}},
		Y:      []float64{1, 1, -1, -1}, // rented by a family or not
		Kernel: k,
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(a), m.Predict(flat{25, "Ulm"}))
	// Output:
	// 3.000 2.213 1.213
	// +1 -1
}

// The classes of XOR cannot be separated by a line. In the six features of the kernel (1+⟨x,z⟩)² the fifth, √2x₁x₂, does it.
func ExamplePolynomial_FeatureMap() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	phi, err := k.FeatureMap(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		fmt.Printf("%6.3f\n", phi(x))
	}
	x, z := []float64{1, 2}, []float64{3, 1}
	fmt.Printf("%.3f = %.3f\n", svm.Dot(phi(x), phi(z)), k.Eval(x, z))
	fmt.Println((svm.Polynomial{Degree: 2, Gamma: 1, Offset: -1}).Validate())
	// Output:
	// [ 1.000  1.414  1.414  1.000  1.414  1.000]
	// [ 1.000 -1.414 -1.414  1.000  1.414  1.000]
	// [ 1.000  1.414 -1.414  1.000 -1.414  1.000]
	// [ 1.000 -1.414  1.414  1.000 -1.414  1.000]
	// 36.000 = 36.000
	// svm: Polynomial.Offset = -1, want a number ≥ 0
}
