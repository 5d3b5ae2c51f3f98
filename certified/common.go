// What all files need: errors, checks and lists.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/svm"
)

// Errors and checks.

// They are those of “Errors and checks” in linalg.go of the book, but messages begin with "certified: ", and
// an error of a context that you passed is a kind too.

// A faultError is an error with a kind that is not part of its message.
type faultError struct {
	error
	kind error
}

// Unwrap returns the kind.
func (f *faultError) Unwrap() error { return f.kind }

// faultf returns an error of this kind.
func faultf(kind error, format string, args ...any) error {
	return &faultError{fmt.Errorf("certified: "+format, args...), kind}
}

// require returns a fault unless ok.
func require(ok bool, kind error, format string, args ...any) error {
	if ok {
		return nil
	}
	return faultf(kind, format, args...)
}

// within puts a place before the message of an error that is not nil, without the names of both packages.
func within(place string, err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), "certified: ")
	return faultf(err, "%s: %s", place, strings.TrimPrefix(text, "svm: "))
}

// checkLength refuses two lists that belong together and have different lengths.
func checkLength(name string, n int, other string, want int) error {
	return require(n == want, svm.ErrShape,
		"%s has length %d, %s has length %d", name, n, other, want)
}

// checkPositive refuses 0, negative numbers, NaN and +Inf.
func checkPositive[N int | float64](name string, v N) error {
	return require(v > 0 && finite(float64(v)), svm.ErrParameter,
		"%s = %v, want a positive finite number", name, v)
}

// checkNotNegative refuses negative numbers, NaN and +Inf.
func checkNotNegative[N int | float64](name string, v N) error {
	return require(v >= 0 && finite(float64(v)), svm.ErrParameter,
		"%s = %v, want a finite number ≥ 0", name, v)
}

// checkTol refuses a relative tolerance that proves nothing, or is none.
func checkTol(tol float64) error {
	ok := 0 < tol && tol < 1
	return require(ok, svm.ErrParameter, "Tol = %v, want a number between 0 and 1", tol)
}

// finite reports whether v is neither NaN nor ±Inf.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// checkVector refuses NaN and ±Inf.
func checkVector(name string, x []float64) error {
	for i, v := range x {
		if !finite(v) {
			return faultf(svm.ErrParameter, "%s[%d] = %v, want a finite number", name, i, v)
		}
	}
	return nil
}

// checkPoints refuses an empty list of inputs of any type, and vectors that are empty, ragged or not finite.
func checkPoints[T any](name string, x []T) error {
	if len(x) == 0 {
		return faultf(svm.ErrShape, "%s is empty", name)
	}
	rows, _ := any(x).([][]float64)
	for i, row := range rows {
		if len(row) == 0 {
			return faultf(svm.ErrShape, "%s[%d] is empty", name, i)
		}
		if len(row) != len(rows[0]) {
			return faultf(svm.ErrShape, "%s[%d] has length %d, want %d "+
				"(series of any length need a type: type Series []float64)",
				name, i, len(row), len(rows[0]))
		}
		for j, v := range row {
			if !finite(v) {
				return faultf(svm.ErrParameter,
					"%s[%d][%d] = %v, want a finite number", name, i, j, v)
			}
		}
	}
	return nil
}

// asVectors returns the points themselves if they are vectors, and nil if not.
func asVectors[T any](x []T) [][]float64 {
	rows, _ := any(x).([][]float64)
	return rows
}

// checkData refuses points and labels from which nothing can be learned.
func checkData[T any](x []T, y []float64) error {
	return cmp.Or(checkPoints("X", x), checkLength("Y", len(y), "X", len(x)), checkLabels(y))
}

func checkLabels(y []float64) error {
	for i, label := range y {
		if math.Abs(label) != 1 {
			return faultf(svm.ErrParameter, "Y[%d] = %v, want +1 or -1: call one class +1 and the "+
				"other -1; TrainOneVsRest takes classes of any number", i, label)
		}
	}
	return nil
}

// Lists.

// argMax returns the first position of the largest entry, 0 for an empty vector, −1 if an entry is NaN.
func argMax(x []float64) int {
	if len(x) == 0 {
		return 0
	}
	return slices.Index(x, slices.Max(x))
}

// multiply replaces x by a·(x∘y), where ∘ multiplies entry by entry. It turns α into β = (αᵢyᵢ).
func multiply(x, y []float64, a float64) {
	for i, v := range y {
		x[i] *= v * a
	}
}

// intPower returns base^e by repeated squaring, 1 for e ≤ 0: base^13 = base^8·base^4·base, as 13 = 1101₂.
func intPower(base float64, e int) float64 {
	result := 1.0
	for e > 0 {
		if e%2 == 1 {
			result *= base
		}
		base *= base
		e /= 2
	}
	return result
}

// positions returns 0 … n−1.
func positions(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}

// support returns the positions of the entries that are not 0.
func support(coef []float64) []int {
	return slices.DeleteFunc(positions(len(coef)), func(i int) bool { return coef[i] == 0 })
}

// mapEach returns f of every entry.
func mapEach[S, T any](x []S, f func(S) T) []T {
	out := make([]T, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

// insist panics unless ok. It is for functions that return no error.
func insist(ok bool, format string, args ...any) {
	if !ok {
		panic("certified: " + fmt.Sprintf(format, args...))
	}
}

// sign returns the sign of f, where sgn(0) = +1, and NaN for NaN.
func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	if f >= 0 {
		return 1
	}
	return f
}

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// midpoint returns (lo+hi)/2, or the finite one of the two. If all labels are equal, one end of an interval
// of biases is infinite.
func midpoint(lo, hi float64) float64 {
	if math.IsInf(lo, 0) {
		lo = hi
	} else if math.IsInf(hi, 0) {
		hi = lo
	}
	return lo + (hi-lo)/2
}
