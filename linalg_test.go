package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Vectors and matrices.

func TestVectorsAndMatricesDoWhatTheirFormulasSay(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)

	t.Run("Dot is the sum of products", func(t *testing.T) {
		near(t, "⟨x,y⟩", Dot([]float64{1, -2, 3}, []float64{4, 5, -6}), -24, 0)
		near(t, "empty", Dot(nil, nil), 0, 0)
		if !math.IsNaN(Dot([]float64{1, nan}, []float64{2, 3})) || !math.IsNaN(Dot([]float64{inf}, []float64{0})) {
			t.Error("NaN does not come out")
		}
	})
	t.Run("Norm is safe at every scale", func(t *testing.T) {
		for _, c := range []struct {
			name string
			x    []float64
			want float64
		}{
			{"3-4-5", []float64{3, -4}, 5},
			{"one entry", []float64{-7}, 7},
			{"1e200", []float64{3e200, 4e200}, 5e200},
			{"1e-200", []float64{-3e-200, 0, 4e-200}, 5e-200},
			{"mixed", []float64{1e200, 1e-200}, 1e200},
			{"four ones", []float64{1, 1, 1, 1}, 2},
		} {
			near(t, c.name, Norm(c.x)/c.want, 1, 4*roundoff)
		}
		near(t, "the smallest number", Norm([]float64{5e-324, 0}), 5e-324, 0)
		near(t, "zero", Norm([]float64{0, 0}), 0, 0)
		near(t, "empty", Norm(nil), 0, 0)
		near(t, "-Inf", Norm([]float64{1, -inf}), inf, 0)
		if !math.IsNaN(Norm([]float64{1, nan})) || !math.IsNaN(Norm([]float64{nan, inf})) {
			t.Error("NaN does not come out")
		}
	})
	t.Run("MatrixOf, At, Set, Row and T place entries row by row", func(t *testing.T) {
		rows := [][]float64{{1, 2, 3}, {4, 5, 6}}
		m := laMatrix(t, rows...)
		nearAll(t, "data", m.Data, []float64{1, 2, 3, 4, 5, 6}, 0)
		near(t, "rows", float64(m.Rows), 2, 0)
		near(t, "columns", float64(m.Cols), 3, 0)
		near(t, "At(1,0)", m.At(1, 0), 4, 0)
		m.Set(1, 2, -6)
		nearAll(t, "Row(1)", m.Row(1), []float64{4, 5, -6}, 0)
		near(t, "the rows given stay", rows[1][2], 6, 0)
		column := NewMatrix(2, 3)
		column.setColumn(1, []float64{8, 9})
		nearAll(t, "setColumn", column.Data, []float64{0, 8, 0, 0, 9, 0}, 0)
		m.Row(0)[1] = 7 // shares memory
		near(t, "At(0,1)", m.At(0, 1), 7, 0)
		_ = append(m.Row(0), 99) // and ends with the row
		near(t, "At(1,0) after append", m.At(1, 0), 4, 0)
		laSame(t, "T", m.T(), laMatrix(t, []float64{1, 4}, []float64{7, 5}, []float64{3, -6}), 0)
		laSame(t, "NewMatrix", NewMatrix(2, 1), laMatrix(t, []float64{0}, []float64{0}), 0)
		laSame(t, "no rows", laMatrix(t), NewMatrix(0, 0), 0)
		laSame(t, "empty rows", laMatrix(t, nil, nil), NewMatrix(2, 0), 0)
	})
	t.Run("Mul and MulVec are the matrix products", func(t *testing.T) {
		a := laMatrix(t, []float64{1, 2, 3}, []float64{4, 5, 6})
		b := laMatrix(t, []float64{1, -1}, []float64{0, 2}, []float64{3, 0})
		laSame(t, "AB", a.Mul(b), laMatrix(t, []float64{10, 3}, []float64{22, 6}), 0)
		laSame(t, "BA", b.Mul(a), laMatrix(t, []float64{-3, -3, -3}, []float64{8, 10, 12}, []float64{3, 6, 9}), 0)
		nearAll(t, "Ax", a.MulVec([]float64{1, 0, -1}), []float64{-2, -2}, 0)
		laSame(t, "A stays", a, laMatrix(t, []float64{1, 2, 3}, []float64{4, 5, 6}), 0)
		if p := laDiagonal(nan, 1).Mul(identity(2)); !math.IsNaN(p.At(0, 0)) || !math.IsNaN(laDiagonal(nan).MulVec([]float64{0})[0]) {
			t.Error("NaN does not come out")
		}
		if p := laDiagonal(0).Mul(laDiagonal(nan)); !math.IsNaN(p.At(0, 0)) {
			t.Error("0·NaN is not NaN")
		}
	})
	t.Run("what does not fit panics and names both shapes", func(t *testing.T) {
		a, b := NewMatrix(2, 3), NewMatrix(4, 5)
		for _, c := range []struct {
			name, first, second string
			call                func()
		}{
			{"Dot", "length 2", "3", func() { Dot(make([]float64, 2), make([]float64, 3)) }},
			{"Mul", "2×3", "4×5", func() { a.Mul(b) }},
			{"MulVec", "2×3", "length 4", func() { a.MulVec(make([]float64, 4)) }},
			{"MulVec, shorter", "2×3", "length 2", func() { a.MulVec(make([]float64, 2)) }},
			{"NewMatrix, rows", "-1", "2", func() { NewMatrix(-1, 2) }},
			{"NewMatrix, columns", "2", "-1", func() { NewMatrix(2, -1) }},
			{"At row", "", "", func() { a.At(2, 0) }},
			{"At column", "", "", func() { a.At(0, 3) }},
			{"Set column", "", "", func() { a.Set(0, 3, 1) }},
			{"Row", "", "", func() { a.Row(-1) }},
		} {
			got := laPanic(c.call)
			if got == "" || !strings.Contains(got, c.first) || !strings.Contains(got, c.second) {
				t.Errorf("%s: panic %q, want one that names %q and %q", c.name, got, c.first, c.second)
			}
		}
	})
}

func TestLinearAlgebraRefusesBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one := func(float64) float64 { return 1 }
	asymmetric := laMatrix(t, []float64{1, 2}, []float64{2.1, 1})
	gap := func(d float64) *Matrix { return laMatrix(t, []float64{1, 2}, []float64{2 + d, 1}) }
	for _, f := range []struct {
		name, of string
		call     func(*Matrix) error
		any      bool // takes a matrix that is not symmetric
	}{
		{"Eigen", "A", func(a *Matrix) error { _, _, err := Eigen(a); return err }, false},
		{"SVD", "A", func(a *Matrix) error { _, _, _, err := SVD(a); return err }, true},
		{"SpectralMap", "A", func(a *Matrix) error { _, err := SpectralMap(a, one); return err }, false},
		{"Cholesky", "A", func(a *Matrix) error { _, err := Cholesky(a); return err }, false},
		{"CheckPSD", "K", func(a *Matrix) error { _, err := CheckPSD(a); return err }, true},
	} {
		t.Run(f.name, func(t *testing.T) {
			rows := []bad{
				{"nil", func() error { return f.call(nil) }, ErrParameter, f.of + " is nil"},
				{"empty", func() error { return f.call(NewMatrix(0, 0)) }, ErrShape, f.of + " is 0×0"},
				{"no columns", func() error { return f.call(NewMatrix(3, 0)) }, ErrShape, f.of + " is 3×0"},
				{"no rows", func() error { return f.call(NewMatrix(0, 3)) }, ErrShape, f.of + " is 0×3"},
				{"negative", func() error { return f.call(&Matrix{-1, -1, []float64{1}}) }, ErrShape, "-1×-1"},
				{"short data", func() error { return f.call(&Matrix{2, 2, make([]float64, 3)}) }, ErrShape, "2×2 with 3 entries"},
				{"long data", func() error { return f.call(&Matrix{2, 2, make([]float64, 5)}) }, ErrShape, "2×2 with 5 entries"},
				{"NaN", func() error { return f.call(&Matrix{2, 2, []float64{1, nan, 0, 1}}) }, ErrParameter, f.of + "[0][1] = NaN"},
				{"Inf", func() error { return f.call(&Matrix{2, 2, []float64{1, 0, 0, inf}}) }, ErrParameter, f.of + "[1][1] = +Inf"},
				{"-Inf", func() error { return f.call(&Matrix{2, 2, []float64{1, 0, -inf, 1}}) }, ErrParameter, f.of + "[1][0] = -Inf"},
			}
			if f.name != "SVD" {
				rows = append(rows, bad{"not square", func() error { return f.call(NewMatrix(2, 3)) }, ErrShape, f.of + " is 2×3"})
			}
			if !f.any {
				rows = append(rows,
					bad{"asymmetric", func() error { return f.call(asymmetric) }, ErrParameter, "A[1][0] = 2.1 but A[0][1] = 2"},
					bad{"1.1 of the tolerance", func() error { return f.call(gap(2.2e-10)) }, ErrParameter, "A[1][0]"},
					bad{"1.1 of it, downwards", func() error { return f.call(gap(-2.2e-10)) }, ErrParameter, "A[1][0]"})
			}
			refuse(t, rows)
			if err := f.call(laMatrix(t, []float64{4, 2}, []float64{2 + 3.6e-10, 4})); err != nil {
				t.Errorf("0.9 of the tolerance of symmetry: %v", err)
			}
		})
	}
	t.Run("MatrixOf and values of functions", func(t *testing.T) {
		refuse(t, []bad{
			{"longer", func() error { _, err := MatrixOf([][]float64{{1}, {2}, {3, 4}}); return err }, ErrShape, "row 2 has length 2"},
			{"shorter", func() error { _, err := MatrixOf([][]float64{{1, 2}, {3}}); return err }, ErrShape, "row 1 has length 1"},
			{"nil f", func() error { _, err := SpectralMap(identity(1), nil); return err }, ErrParameter, "f is nil"},
			{"root of −2", func() error { _, err := SpectralMap(laDiagonal(4, -2), math.Sqrt); return err }, ErrParameter, "λ = -2"},
			{"1/0", func() error {
				_, err := SpectralMap(laDiagonal(4, 0), func(l float64) float64 { return 1 / l })
				return err
			}, ErrParameter, "+Inf at the eigenvalue λ = 0"},
			{"eigenvalue overflows", func() error { _, _, err := Eigen(laConstant(2, 2, 1e308)); return err }, ErrParameter, "eigenvalue[0]"},
			{"singular value overflows", func() error { _, _, _, err := SVD(laConstant(2, 3, -1e308)); return err }, ErrParameter, "singular value[0]"},
			{"SpectralMap of it", func() error { _, err := SpectralMap(laConstant(2, 2, 1e308), one); return err }, ErrParameter, "eigenvalue[0]"},
			{"CheckPSD of it", func() error { _, err := CheckPSD(laConstant(2, 2, -1e308)); return err }, ErrParameter, "eigenvalue[1]"},
		})
	})
	t.Run("maps from a sample", func(t *testing.T) {
		pca := func(k Kernel[[]float64], x ...[]float64) error { _, err := KernelPCAMap(k, x); return err }
		fn := func(f func(x, z float64) float64) Kernel[[]float64] {
			return KernelFunc[[]float64](func(x, z []float64) float64 { return f(x[0], z[0]) })
		}
		undefined := fn(func(x, z float64) float64 {
			if x == 1 && z == 3 {
				return nan
			}
			return x * z
		})
		refuse(t, []bad{
			{"nil kernel", func() error { return pca(nil, []float64{1}) }, ErrParameter, "Kernel is nil"},
			{"nil function", func() error { return pca(KernelFunc[[]float64](nil), []float64{1}) }, ErrParameter, "KernelFunc is nil"},
			{"invalid kernel", func() error { return pca(RBF{-1}, []float64{1}) }, ErrParameter, "RBF.Gamma = -1"},
			{"no points", func() error { return pca(Linear{}) }, ErrShape, "X is empty"},
			{"ragged", func() error { return pca(Linear{}, []float64{1}, []float64{1, 2}) }, ErrShape, "X[1]"},
			{"NaN", func() error { return pca(Linear{}, []float64{1}, []float64{nan}) }, ErrParameter, "X[1][0] = NaN"},
			{"NaN kernel", func() error { return pca(undefined, column(0, 1, 2, 3)...) }, ErrParameter, "k(X[1], X[3]) = NaN"},
			{"infinite kernel", func() error { return pca(Linear{}, column(1, 1e200)...) }, ErrParameter, "k(X[1], X[1]) = +Inf"},
			{"huge kernel", func() error { return pca(fn(func(x, z float64) float64 { return 1e308 }), column(1, 2)...) }, ErrParameter, "eigenvalue[0]"},
			{"asymmetric", func() error { return pca(fn(func(x, z float64) float64 { return x }), column(1, 2)...) }, ErrParameter, "K[1][0]"},
			{"not PSD", func() error { return pca(fn(func(x, z float64) float64 { return -x * z }), column(2)...) }, ErrNotPositiveDefinite, "-4"},
			{"barely not PSD", func() error { return laPCA(laDiagonal(2, -2.2e-10)) }, ErrNotPositiveDefinite, "-2.2e-10"},
		})
		if err := laPCA(laDiagonal(2, -1.8e-10)); err != nil {
			t.Errorf("an eigenvalue within rounding of 0: %v", err)
		}
		for _, k := range []Kernel[[]float64]{nil, KernelFunc[[]float64](nil), RBF{-1}} {
			if v := EmpiricalMap(k, column(1, 2))([]float64{1}); len(v) != 2 || !math.IsNaN(v[0]) || !math.IsNaN(v[1]) {
				t.Errorf("EmpiricalMap of the kernel %v: %v, want two NaN", k, v)
			}
		}
	})
}

// Eigenvalues and singular values.

func TestFactorizationsOfMatrices(t *testing.T) {
	t.Run("V-01 A = VΛVᵀ of matrices with known eigenvalues", func(t *testing.T) {
		h := math.Sqrt(0.5)
		for _, c := range []struct {
			name    string
			a       *Matrix
			values  []float64
			vectors *Matrix // nil: not unique
		}{
			{"1×1", laDiagonal(-5), []float64{-5}, laDiagonal(1)},
			{"zero", NewMatrix(3, 3), []float64{0, 0, 0}, identity(3)},
			{"diagonal", laDiagonal(3, -1, 2), []float64{3, 2, -1}, laMatrix(t, []float64{1, 0, 0}, []float64{0, 0, 1}, []float64{0, 1, 0})},
			{"2×2", laMatrix(t, []float64{2, 1}, []float64{1, 2}), []float64{3, 1}, laMatrix(t, []float64{h, h}, []float64{h, -h})},
			{"2×2, negative", laMatrix(t, []float64{2, -1}, []float64{-1, 2}), []float64{3, 1}, laMatrix(t, []float64{h, h}, []float64{-h, h})},
			{"a swap: eigenvalues ±1", laMatrix(t, []float64{0, 1}, []float64{1, 0}), []float64{1, -1}, laMatrix(t, []float64{h, h}, []float64{h, -h})},
			// [1 2; 2 −2]: λ² + λ − 6 = (λ−2)(λ+3), with (2,1) and (1,−2)
			{"signs by the largest entry", laMatrix(t, []float64{1, 2}, []float64{2, -2}), []float64{2, -3},
				laMatrix(t, []float64{2 / math.Sqrt(5), -1 / math.Sqrt(5)}, []float64{1 / math.Sqrt(5), 2 / math.Sqrt(5)})},
			{"repeated: 2I + 11ᵀ", laSum(laDiagonal(2, 2, 2, 2), laConstant(4, 4, 1)), []float64{6, 2, 2, 2}, nil},
			{"rank one", laConstant(5, 5, 1), []float64{5, 0, 0, 0, 0}, nil},
			{"±1 three times each", laFlip(6), []float64{1, 1, 1, -1, -1, -1}, nil},
		} {
			values, vectors := laEigen(t, c.a)
			nearAll(t, c.name, values, c.values, 4*roundoff)
			if c.vectors != nil {
				laSame(t, c.name+", V", vectors, c.vectors, 4*roundoff)
			}
		}
	})
	t.Run("V-01 second differences: λₖ = 2 − 2cos(kπ/(n+1)), vₖ ∝ sin(ikπ/(n+1))", func(t *testing.T) {
		n := 20
		a := laDiagonal(slices.Repeat([]float64{2}, n)...)
		for i := range n - 1 {
			a.Set(i, i+1, -1)
			a.Set(i+1, i, -1)
		}
		values, vectors := laEigen(t, a)
		for j := range n {
			k := n - j
			angle := float64(k) * math.Pi / float64(n+1)
			near(t, "λ", values[j], 2-2*math.Cos(angle), 1e-14)
			wave := make([]float64, n)
			for i := range wave {
				wave[i] = math.Sin(angle*float64(i+1)) * math.Sqrt(2/float64(n+1))
			}
			near(t, "|⟨v, wave⟩|", math.Abs(Dot(wave, vectors.T().Row(j))), 1, 1e-14)
		}
	})
	t.Run("V-01 the spectrum chosen first comes back, with trace and determinant", func(t *testing.T) {
		r := rng(101)
		for n := 1; n <= 10; n++ {
			want := make([]float64, n)
			det := 1.0
			for j := range want {
				want[j] = r.NormFloat64()
				det *= want[j]
			}
			q := laOrthogonal(r, n)
			a := laSymmetrized(q.Mul(laDiagonal(want...)).Mul(q.T()))
			values, _ := laEigen(t, a)
			slices.Sort(want)
			slices.Reverse(want)
			nearAll(t, "values", values, want, 1e-14)
			sum, product := 0.0, 1.0
			for _, v := range values {
				sum += v
				product *= v
			}
			near(t, "Σλ", sum, laTrace(a), 1e-14)
			near(t, "Πλ", product, laDeterminant(a), 1e-13)
			near(t, "det", det, laDeterminant(a), 1e-13)
		}
	})
	t.Run("V-01 awkward spectra against 150 digits", func(t *testing.T) {
		hilbert := NewMatrix(8, 8)
		graded := NewMatrix(6, 6)
		for i := range 8 {
			for j := range 8 {
				hilbert.Set(i, j, 1/float64(i+j+1))
				if i < 6 && j < 6 {
					graded.Set(i, j, math.Ldexp(0.5, -20*(i+j)))
				}
			}
			if i < 6 {
				graded.Set(i, i, math.Ldexp(1, -40*i))
			}
		}
		values, _ := laEigen(t, hilbert)
		nearAll(t, "Hilbert", values, laHilbert8, 1e-15)
		// Its entries are rounded, so the digits of the small ones begin at 1e-16: 1e-16/1.1e-10.
		near(t, "smallest of Hilbert, relative", values[7]/laHilbert8[7], 1, 1e-6)

		values, _ = laEigen(t, graded)
		for j := range values {
			near(t, "graded, relative", values[j]/laGraded6[j], 1, 1e-14)
		}

		wilkinson := NewMatrix(21, 21)
		for i := range 21 {
			wilkinson.Set(i, i, math.Abs(float64(10-i)))
			if i > 0 {
				wilkinson.Set(i, i-1, 1)
				wilkinson.Set(i-1, i, 1)
			}
		}
		values, _ = laEigen(t, wilkinson)
		nearAll(t, "Wilkinson", values, laWilkinson21, 1e-14)

		// A cluster: 1 and eight values within 1e-12 of it, chosen first.
		q := laOrthogonal(rng(102), 9)
		want := make([]float64, 9)
		for j := range want {
			want[j] = 1 - float64(j)*1e-13
		}
		values, _ = laEigen(t, laSymmetrized(q.Mul(laDiagonal(want...)).Mul(q.T())))
		nearAll(t, "cluster", values, want, 2e-15)
	})
	t.Run("V-01 at any scale, from any side", func(t *testing.T) {
		r := rng(103)
		a := laSymmetric(r, 6)
		want, v := laEigen(t, a)
		for _, e := range []int{-1000, -500, 498, 1000} { // 2^±498 is 1e±150
			values, w := laEigen(t, laScaled(a, e))
			for j := range values {
				near(t, "λ/2ᵉ", math.Ldexp(values[j], -e), want[j], 0)
			}
			laSame(t, "V", w, v, 0)
		}
		smallest, _ := laEigen(t, laDiagonal(5e-324, 0))
		near(t, "smallest number", smallest[0], 5e-324, 0)
		values, _ := laEigen(t, laMatrix(t, []float64{1e150, 1}, []float64{1, 1e-150}))
		near(t, "1e150", values[0]/1e150, 1, roundoff)
		near(t, "1e-150 − 1/1e150", values[1], 0, 1e-149)
		values, _ = laEigen(t, laDiagonal(1e-150, 1e150))
		near(t, "1e-150 beside 1e150", values[1]/1e-150, 1, roundoff)
		values, _ = laEigen(t, laDiagonal(-math.MaxFloat64))
		near(t, "the largest number", values[0], -math.MaxFloat64, 0)
		// (A+Aᵀ)/2 is what counts: [0 1; 1+2δ 0] has the eigenvalues ±(1+δ).
		values, _, err := Eigen(laMatrix(t, []float64{0, 1}, []float64{1 + 4e-11, 0}))
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "symmetrized", values, []float64{1 + 2e-11, -1 - 2e-11}, roundoff)
	})
	t.Run("V-01 large, and the same every time", func(t *testing.T) {
		n := 60
		if testing.Short() {
			n = 30
		}
		r := rng(104)
		for _, a := range []*Matrix{laSymmetric(r, n), laGramLike(r, n, 3), laGramLike(r, n, n+1)} {
			values, v := laEigen(t, a)
			again, w, _ := Eigen(a)
			if !slices.Equal(values, again) || !slices.Equal(v.Data, w.Data) {
				t.Error("a second call differs")
			}
		}
	})
	t.Run("V-01 one sweep preserves trace, squares and A = VᵀWV", func(t *testing.T) {
		a := laSymmetric(rng(105), 7)
		w, vt := laScaled(a, 0), identity(7)
		if !eigenSweep(w, vt) {
			t.Error("no pair was turned")
		}
		near(t, "trace", laTrace(w), laTrace(a), 1e-14)
		near(t, "‖W‖", Norm(w.Data), Norm(a.Data), 1e-14)
		laSame(t, "W symmetric", w, w.T(), 0)
		laSame(t, "VᵀWV", vt.T().Mul(w).Mul(vt), a, 1e-14)
		if eigenSweep(laDiagonal(3, 1, 2), identity(3)) {
			t.Error("a diagonal matrix was turned")
		}
		// wᵢⱼ is left alone up to 2⁻⁵² of the geometric mean 6 of 4 and 9, and turned above.
		limit := 6 * roundoff
		for _, c := range []struct {
			off  float64
			want bool
		}{{limit, false}, {-limit, false}, {1.01 * limit, true}, {-1.01 * limit, true}} {
			if got := eigenSweep(laMatrix(t, []float64{4, c.off}, []float64{c.off, 9}), identity(2)); got != c.want {
				t.Errorf("entry %v: turned %v, want %v", c.off, got, c.want)
			}
		}
	})
	t.Run("V-01 annihilate makes the entry zero with |t| ≤ 1", func(t *testing.T) {
		for _, c := range [][3]float64{{2, 2, 1}, {2, 2, -1}, {3, 1, 1}, {1, 3, 1}, {1, 3, -2}, {-5, 7, 1e-8}, {0, 1, 1e-200}, {1, 1, 5e-324}} {
			tan, s, tau := annihilate(c[0], c[1], c[2])
			angle := math.Atan(tan)
			near(t, "sin", s, math.Sin(angle), 4*roundoff)
			near(t, "tan of half", tau, math.Tan(angle/2), 4*roundoff)
			cos := math.Cos(angle)
			near(t, "γ'", (cos*cos-s*s)*c[2]+cos*s*(c[0]-c[1]), 0, 1e-15*math.Abs(c[0]-c[1])+1e-15)
			if math.Abs(tan) > 1 {
				t.Errorf("t = %v is beyond 1", tan)
			}
		}
	})
	t.Run("V-01 an eigenvector has its first largest entry positive", func(t *testing.T) {
		for _, c := range []struct{ in, want []float64 }{
			{[]float64{1, -2}, []float64{-1, 2}},
			{[]float64{-1, 2}, []float64{-1, 2}},
			{[]float64{-3, 3}, []float64{3, -3}},
			{[]float64{3, -3}, []float64{3, -3}},
			{[]float64{-1, 1 + 5e-7}, []float64{1, -1 - 5e-7}},
			{[]float64{-1, 1 + 2e-6}, []float64{-1, 1 + 2e-6}},
			{[]float64{0, -1}, []float64{0, 1}},
		} {
			with := []float64{5}
			got := slices.Clone(c.in)
			orient(got, with)
			nearAll(t, "oriented", got, c.want, 0)
			near(t, "turned along", with[0]*c.in[0]*got[0], 5*c.in[0]*c.in[0], 1e-15)
		}
	})

	t.Run("V-02 full SVD of every shape", func(t *testing.T) {
		r := rng(110)
		for _, shape := range [][2]int{{1, 1}, {1, 4}, {4, 1}, {4, 4}, {5, 3}, {3, 5}, {2, 9}, {9, 2}, {12, 11}} {
			m, n := shape[0], shape[1]
			laSVD(t, laRandom(r, m, n))
			laSVD(t, NewMatrix(m, n))
			laSVD(t, laConstant(m, n, -2))
			// chosen first: U S Vᵀ with s = k, k−1, … 1, then with the last two 0
			k := min(m, n)
			want, sm := make([]float64, k), NewMatrix(m, n)
			for zeros := 0; zeros <= min(2, k); zeros++ {
				for j := range want {
					want[j] = float64(max(0, k-j-zeros))
					sm.Set(j, j, want[j])
				}
				_, s, _ := laSVD(t, laOrthogonal(r, m).Mul(sm).Mul(laOrthogonal(r, n)))
				nearAll(t, "s", s, want, 4e-15)
			}
		}
	})
	t.Run("V-02 known factors with their signs", func(t *testing.T) {
		// [3 0; 4 5]: AᵀA = [25 20; 20 25] has (1,1)/√2 and (1,−1)/√2; Av = (3,9)/√2 and (3,−1)/√2.
		a := laMatrix(t, []float64{3, 0}, []float64{4, 5})
		u, s, v := laSVD(t, a)
		h, c := math.Sqrt(0.5), math.Sqrt(0.1)
		nearAll(t, "s", s, []float64{math.Sqrt(45), math.Sqrt(5)}, 4*roundoff)
		laSame(t, "V", v, laMatrix(t, []float64{h, h}, []float64{h, -h}), 4*roundoff)
		laSame(t, "U", u, laMatrix(t, []float64{c, 3 * c}, []float64{3 * c, -c}), 4*roundoff)
		// A row −(3,4): for m < n it is u that has the sign.
		u, s, v = laSVD(t, laMatrix(t, []float64{-3, -4}))
		near(t, "s", s[0], 5, roundoff)
		near(t, "u", u.At(0, 0), 1, roundoff)
		nearAll(t, "v", []float64{v.At(0, 0), v.At(1, 0)}, []float64{-0.6, -0.8}, 2*roundoff)
		_, s, _ = laSVD(t, laDiagonal(-2, 0, 3))
		nearAll(t, "diagonal", s, []float64{3, 2, 0}, 0)
	})
	t.Run("V-02 at any scale; columns of different scale keep small singular values exact", func(t *testing.T) {
		r := rng(111)
		a := laRandom(r, 5, 4)
		u, want, v := laSVD(t, a)
		for _, e := range []int{-1000, -500, 498, 1000} {
			uu, s, vv := laSVD(t, laScaled(a, e))
			for j := range s {
				near(t, "s/2ᵉ", math.Ldexp(s[j], -e), want[j], 0)
			}
			laSame(t, "U", uu, u, 0)
			laSame(t, "V", vv, v, 0)
		}
		// QD has the singular values of D.
		graded := []float64{1, 1e-5, 1e-10, 1e-15, 1e-20, 1e-25}
		for _, d := range [][]float64{graded, laReversed(graded)} {
			_, s, _ := laSVD(t, laOrthogonal(r, 6).Mul(laDiagonal(d...)))
			for j := range s {
				near(t, "graded, relative", s[j]/graded[j], 1, 1e-14)
			}
		}
		// Läuchli: columns 1 + εeⱼ have AᵀA = 11ᵀ + ε²I, whose ε² is lost in rounding.
		_, s, _ := laSVD(t, laMatrix(t, []float64{1, 1, 1}, []float64{1e-9, 0, 0}, []float64{0, 1e-9, 0}, []float64{0, 0, 1e-9}))
		nearAll(t, "Läuchli", s, []float64{math.Sqrt(3), 1e-9, 1e-9}, 1e-15)
		_, s, _ = laSVD(t, laDiagonal(1e-150, 1e150))
		near(t, "1e-150 beside 1e150", s[1]/1e-150, 1, roundoff)
		hilbert := NewMatrix(8, 8)
		for i := range 8 {
			for j := range 8 {
				hilbert.Set(i, j, 1/float64(i+j+1))
			}
		}
		_, s, _ = laSVD(t, hilbert)
		nearAll(t, "Hilbert", s, laHilbert8, 1e-15)
	})
	t.Run("V-02 one sweep of turns keeps G = VJ, and skips what is orthogonal", func(t *testing.T) {
		r := rng(112)
		a := laRandom(r, 4, 6)
		g, vt := laScaled(a, 0), identity(4)
		norms := laRowNorms(g)
		if !hestenesSweep(g, vt, norms) {
			t.Error("no pair was turned")
		}
		nearAll(t, "norms", norms, laRowNorms(g), 4*roundoff)
		laSame(t, "JᵀG", vt.T().Mul(g), a, 1e-14)
		if hestenesSweep(laDiagonal(3, 1, 2), identity(3), []float64{3, 1, 2}) {
			t.Error("orthogonal rows were turned")
		}
		// Two rows of length 4: a cosine of up to √4·2⁻⁵² is rounding.
		for _, c := range []struct {
			cosine float64
			want   bool
		}{{2, false}, {-2, false}, {2.1, true}, {-2.1, true}} {
			g := laMatrix(t, []float64{4, 0, 0, 0}, []float64{2 * c.cosine * roundoff, 2, 0, 0})
			if got := hestenesSweep(g, identity(2), laRowNorms(g)); got != c.want {
				t.Errorf("cosine of %v roundings: turned %v, want %v", c.cosine, got, c.want)
			}
		}
	})
	t.Run("V-02 complete makes orthonormal bases of any rows", func(t *testing.T) {
		r := rng(113)
		u := NewMatrix(5, 5)
		complete(u, 0)
		laSame(t, "of nothing", u, identity(5), 0)
		for _, m := range []int{1, 2, 7, 64, 100} {
			// A reflection that takes e₀ to the diagonal: all rows but the first are orthogonal to (1, …, 1), of which every
			// axis has only 1/√m.
			q := laReflection(m)
			for rank := range m {
				if m > 7 && rank != m-1 && rank != m/2 {
					continue
				}
				u, random := NewMatrix(m, m), laOrthogonal(r, m)
				for i := range rank {
					copy(u.Row(i), q.Row(m-1-i))
				}
				for i := rank; i < m; i++ { // what is there is overwritten
					copy(u.Row(i), random.Row(i))
				}
				complete(u, rank)
				gram := u.Mul(u.T())
				for i := range m {
					near(t, "length", gram.At(i, i), 1, float64(m)*roundoff) // sums of equal terms round alike
					gram.Set(i, i, 0)
				}
				near(t, "largest cosine", maxAbs(gram.Data), 0, 4*roundoff) // projected once only, it is 10 times that
				for i := range rank {
					nearAll(t, "rows given", u.Row(i), q.Row(m-1-i), 0)
				}
			}
		}
	})
	t.Run("V-03 economy SVD: the first min(m,n) columns give the same product", func(t *testing.T) {
		r := rng(120)
		for _, shape := range [][2]int{{5, 3}, {3, 5}, {4, 4}} {
			a := laRandom(r, shape[0], shape[1])
			u, s, v := laSVD(t, a)
			sum := NewMatrix(a.Rows, a.Cols)
			for k := range s {
				for i := range a.Rows {
					for j := range a.Cols {
						sum.Data[i*a.Cols+j] += s[k] * u.At(i, k) * v.At(j, k)
					}
				}
			}
			laSame(t, "Σ sₖuₖvₖᵀ", sum, a, 1e-14)
		}
	})
	t.Run("V-04 null space and range", func(t *testing.T) {
		r := rng(121)
		for _, c := range [][3]int{{6, 4, 2}, {4, 6, 3}, {5, 5, 4}, {3, 5, 3}} {
			m, n, rank := c[0], c[1], c[2]
			a := laRandom(r, m, rank).Mul(laRandom(r, rank, n))
			u, _, v := laSVD(t, a)
			for j := rank; j < n; j++ {
				near(t, "‖Av₂‖", Norm(a.MulVec(v.T().Row(j))), 0, 1e-14)
			}
			x := a.MulVec(laRandom(r, 1, n).Data)
			p := make([]float64, m)
			for j := range rank {
				uj := u.T().Row(j)
				axpy(Dot(uj, x), uj, p)
			}
			nearAll(t, "projection of Ax on U₁", p, x, 1e-14)
			for j := rank; j < m; j++ {
				near(t, "uᵀA beyond the rank", Norm(a.T().MulVec(u.T().Row(j))), 0, 1e-14)
			}
		}
	})
	t.Run("V-05 rank is the number of singular values that are not 0", func(t *testing.T) {
		r := rng(122)
		for _, c := range [][3]int{{6, 4, 0}, {6, 4, 1}, {6, 4, 3}, {6, 4, 4}, {3, 7, 2}, {5, 5, 4}} {
			m, n, rank := c[0], c[1], c[2]
			_, s, _ := laSVD(t, laRandom(r, m, rank).Mul(laRandom(r, rank, n)))
			count := 0
			for _, v := range s {
				if v > 1e-13*s[0] {
					count++
				}
			}
			if count != rank {
				t.Errorf("rank %d of a %d×%d matrix, want %d: s = %v", count, m, n, rank, s)
			}
		}
	})
	t.Run("V-06 XXᵀ and XᵀX share the eigenvalues sᵢ²; the larger has |d−n| zeros more", func(t *testing.T) {
		r := rng(123)
		for _, shape := range [][2]int{{5, 3}, {3, 5}, {4, 4}} {
			d, n := shape[0], shape[1]
			x := laRandom(r, d, n)
			u, s, v := laSVD(t, x)
			for _, c := range []struct {
				product, vectors *Matrix
			}{{x.Mul(x.T()), u}, {x.T().Mul(x), v}} {
				squares := make([]float64, c.product.Rows)
				for j, v := range s {
					squares[j] = v * v
				}
				values, _ := laEigen(t, laSymmetrized(c.product))
				nearAll(t, "eigenvalues", values, squares, 1e-14)
				laSame(t, "V diag(s²) Vᵀ", c.vectors.Mul(laDiagonal(squares...)).Mul(c.vectors.T()), c.product, 2e-14)
			}
		}
	})
	t.Run("NP-31 squares of singular values", func(t *testing.T) {
		_, s, _ := laSVD(t, laMatrix(t, []float64{3, 0}, []float64{4, 5}))
		nearAll(t, "s²", []float64{s[0] * s[0], s[1] * s[1]}, []float64{45, 5}, 1e-15)
		x := laMatrix(t, []float64{1, 0}, []float64{0, 1}, []float64{1, 1})
		u, _, _ := laSVD(t, x)
		null := u.T().Row(2)
		nearAll(t, "null(Xᵀ) ∝ (1,1,−1)", []float64{null[1] / null[0], null[2] / null[0]}, []float64{1, -1}, 1e-14)
		// λ² − tr·λ + det = λ² − 2λ + 2 has the discriminant −4: eigenvalues 1 ± i.
		b := laMatrix(t, []float64{1, -1}, []float64{1, 1})
		near(t, "discriminant", laTrace(b)*laTrace(b)-4*laDeterminant(b), -4, 0)
	})
	t.Run("SL-25 X = [1 0; 0 1; 1 1]: XᵀX has {3,1}, XXᵀ has {3,1,0}", func(t *testing.T) {
		x := laMatrix(t, []float64{1, 0}, []float64{0, 1}, []float64{1, 1})
		_, s, _ := laSVD(t, x)
		nearAll(t, "s", s, []float64{math.Sqrt(3), 1}, 4*roundoff)
		values, _ := laEigen(t, x.T().Mul(x))
		nearAll(t, "XᵀX", values, []float64{3, 1}, 4*roundoff)
		values, _ = laEigen(t, x.Mul(x.T()))
		nearAll(t, "XXᵀ", values, []float64{3, 1, 0}, 4*roundoff)
	})
	t.Run("V-07 Avⱼ = λⱼvⱼ, column by column", func(t *testing.T) {
		a := laSymmetric(rng(124), 9)
		values, v := laEigen(t, a)
		for j, lambda := range values {
			vj := v.T().Row(j)
			want := slices.Clone(vj)
			scale(lambda, want)
			nearAll(t, "Av", a.MulVec(vj), want, 4e-15)
		}
	})
	t.Run("V-08 root, inverse root, inverse and pseudo-inverse multiply out", func(t *testing.T) {
		r := rng(125)
		k := laSum(laGramLike(r, 6, 6), identity(6))
		root := laSpectral(t, k, math.Sqrt)
		inverse := laSpectral(t, k, func(l float64) float64 { return 1 / l })
		half := laSpectral(t, k, func(l float64) float64 { return 1 / math.Sqrt(l) })
		laSame(t, "K½K½", root.Mul(root), k, 1e-14)
		laSame(t, "K⁻¹K", inverse.Mul(k), identity(6), 1e-14)
		laSame(t, "K⁻½KK⁻½", half.Mul(k).Mul(half), identity(6), 1e-14)
		laSame(t, "K⁻½K½", half.Mul(root), identity(6), 1e-14)
		l, err := Cholesky(k)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 6 {
			nearAll(t, "column of K⁻¹ against Cholesky", inverse.Row(j), CholeskySolve(l, identity(6).Row(j)), 1e-14)
		}
		// The four identities of Moore and Penrose, K of rank 3.
		k = laGramLike(r, 6, 3)
		plus := laSpectral(t, k, laReciprocal)
		laSame(t, "KK⁺K", k.Mul(plus).Mul(k), k, 1e-13)
		laSame(t, "K⁺KK⁺", plus.Mul(k).Mul(plus), plus, 1e-13)
		laSame(t, "KK⁺ symmetric", k.Mul(plus), k.Mul(plus).T(), 1e-13)
		laSame(t, "K⁺K symmetric", plus.Mul(k), plus.Mul(k).T(), 1e-13)
		// Polynomials of A, and of a matrix that is not definite.
		a := laSymmetric(r, 5)
		laSame(t, "A³ − 2A", laSpectral(t, a, func(l float64) float64 { return l*l*l - 2*l }),
			laSum(a.Mul(a).Mul(a), laTimes(-2, a)), 1e-13)
		laSame(t, "1", laSpectral(t, a, func(float64) float64 { return 1 }), identity(5), 1e-14)
	})
}

// Gram matrices, definiteness, Mercer.

func TestGramMatricesAndDefiniteness(t *testing.T) {
	t.Run("G-01 Gram of the linear kernel is XXᵀ, entry by entry", func(t *testing.T) {
		r := rng(201)
		x := laRandom(r, 4, 3)
		points := laRowsOf(x)
		k := Gram[[]float64](Linear{}, points)
		laSame(t, "rows are points", k, x.Mul(x.T()), 1e-15)
		laSame(t, "columns are points", Gram[[]float64](Linear{}, laRowsOf(x.T())), x.T().Mul(x), 1e-15)
		laSame(t, "symmetric", k, k.T(), 0)
		order := []int{2, 0, 3, 1}
		permuted := make([][]float64, 4)
		for i, from := range order {
			permuted[i] = points[from]
		}
		kp := Gram[[]float64](RBF{0.5}, permuted)
		k = Gram[[]float64](RBF{0.5}, points)
		for i, a := range order {
			for j, b := range order {
				near(t, "permuted", kp.At(i, j), k.At(a, b), 1e-15)
			}
		}
	})
	t.Run("SL-65 of X 3×2 with points in rows, XXᵀ is 3×3 and XᵀX 2×2", func(t *testing.T) {
		x := laMatrix(t, []float64{1, 2}, []float64{3, 4}, []float64{5, 6})
		laSame(t, "XXᵀ", Gram[[]float64](Linear{}, laRowsOf(x)),
			laMatrix(t, []float64{5, 11, 17}, []float64{11, 25, 39}, []float64{17, 39, 61}), 0)
		laSame(t, "XᵀX", Gram[[]float64](Linear{}, laRowsOf(x.T())), laMatrix(t, []float64{35, 44}, []float64{44, 56}), 0)
	})
	t.Run("G-02 smallest eigenvalue, Cholesky and quadratic forms agree on definiteness", func(t *testing.T) {
		r := rng(202)
		for _, c := range []struct {
			name string
			a    *Matrix
			min  float64
		}{
			{"I", identity(3), 1}, {"11ᵀ", laConstant(3, 3, 1), 0}, {"diag(1,−1)", laDiagonal(1, -1), -1}, {"0", NewMatrix(2, 2), 0},
			{"1×1 positive", laDiagonal(2), 2}, {"1×1 negative", laDiagonal(-2), -2}, {"[2 1; 1 2]", laMatrix(t, []float64{2, 1}, []float64{1, 2}), 1},
		} {
			d := laDefiniteness(t, c.a)
			near(t, c.name, d.MinEigen, c.min, 4*roundoff)
			near(t, "asymmetry", d.Asymmetry, 0, 0)
			if _, err := Cholesky(c.a); (err == nil) != (c.min > 0) || err != nil && !errors.Is(err, ErrNotPositiveDefinite) {
				t.Errorf("%s: smallest eigenvalue %v, but Cholesky says %v", c.name, c.min, err)
			}
			lowest := math.Inf(1)
			for range 200 {
				v := laRandom(r, 1, c.a.Rows).Data
				lowest = min(lowest, laForm(c.a, v)/Dot(v, v))
			}
			if lowest < c.min-1e-14 || lowest > c.min+0.5 {
				t.Errorf("%s: lowest quadratic form %v of random unit vectors, smallest eigenvalue %v", c.name, lowest, c.min)
			}
		}
	})
	t.Run("SL-35 definiteness needs v ≠ 0, and allows eigenvalues 0 only when semi", func(t *testing.T) {
		near(t, "0ᵀI0", laForm(identity(3), make([]float64, 3)), 0, 0) // so vᵀKv > 0 for any v would exclude I
		near(t, "I is definite", laDefiniteness(t, identity(3)).MinEigen, 1, 0)
		near(t, "11ᵀ is semidefinite", laDefiniteness(t, laConstant(3, 3, 1)).MinEigen, 0, roundoff)
	})
	t.Run("G-03 positive semidefinite functions have feature maps, feature maps give positive semidefinite functions", func(t *testing.T) {
		x, _ := clouds(rng(203), 8, 2, 0.5)
		k := Gram[[]float64](RBF{0.7}, x)
		if d := laDefiniteness(t, k); d.MinEigen <= 0 {
			t.Errorf("Gaussian Gram matrix has the eigenvalue %v", d.MinEigen)
		}
		psi := laMap(t, RBF{0.7}, x)
		laSame(t, "its feature map", Gram[[]float64](Linear{}, laImages(psi, x)), k, 1e-13)
		features := Gram[[]float64](Linear{}, laImages(laQuadratic, x))
		if d := laDefiniteness(t, features); d.MinEigen < -1e-13*maxAbs(features.Data) {
			t.Errorf("a feature map gave the eigenvalue %v", d.MinEigen)
		}
	})
	t.Run("SL-36 symmetric is not enough: |x−z| is symmetric and no kernel", func(t *testing.T) {
		d := laDefiniteness(t, Gram(laAbsolute, []float64{0, 1}))
		near(t, "asymmetry", d.Asymmetry, 0, 0)
		near(t, "λ", d.MinEigen, -1, 2*roundoff)
	})
	t.Run("G-04 vᵀKv = Σₖ(Σᵢ vᵢφₖ(xᵢ))² = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0", func(t *testing.T) {
		r := rng(204)
		cubic := func(x []float64) []float64 {
			a, b := x[0], x[1]
			return []float64{a * a * a, math.Sqrt(3) * a * a * b, math.Sqrt(3) * a * b * b, b * b * b}
		}
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			phi  func([]float64) []float64
			d    int
		}{
			{"(1+⟨x,z⟩)²", Polynomial{2, 1, 1}, laQuadratic, 2},
			{"⟨x,z⟩³", Polynomial{3, 1, 0}, cubic, 2},
			{"Gaussian, 30 terms", RBF{0.5}, laTaylor(0.5, 30), 1},
		} {
			x := laRowsOf(laRandom(r, 6, c.d))
			k := Gram(c.k, x)
			for range 20 {
				v := laRandom(r, 1, 6).Data
				combined := make([]float64, len(c.phi(x[0])))
				for i := range x {
					axpy(v[i], c.phi(x[i]), combined)
				}
				squares := 0.0
				for j := range combined {
					s := 0.0
					for i := range x {
						s += v[i] * c.phi(x[i])[j]
					}
					squares += s * s
				}
				near(t, c.name+", coordinates", squares, laForm(k, v), 1e-11)
				near(t, c.name+", norm", Norm(combined)*Norm(combined), laForm(k, v), 1e-11)
			}
		}
	})
	t.Run("G-05 Gram of some vectors if and only if symmetric positive semidefinite", func(t *testing.T) {
		r := rng(205)
		for range 5 {
			k := laGramLike(r, 5, 3)
			z := laFactor(t, k) // columns are the vectors
			laSame(t, "ZᵀZ", z.T().Mul(z), k, 1e-13)
			k = laSymmetric(r, 5)
			d := laDefiniteness(t, k)
			near(t, "a witness", laForm(k, d.Witness), d.MinEigen, 1e-14)
			if d.MinEigen >= 0 {
				t.Errorf("a random symmetric matrix is semidefinite: %v", d.MinEigen)
			}
		}
	})
	t.Run("G-06 symmetric functions without a feature map, each with its witness", func(t *testing.T) {
		golden := (1 - math.Sqrt(5)) / 2
		for _, c := range []struct {
			name string
			k    KernelFunc[float64]
			x, v []float64
			form float64
			min  float64
		}{
			{"−⟨x,z⟩", func(x, z float64) float64 { return -x * z }, []float64{2}, []float64{1}, -4, -4},
			{"|x−z|", laAbsolute, []float64{0, 1}, []float64{1, -1}, -2, -1},
			{"⟨x,z⟩−1 at 0", func(x, z float64) float64 { return x*z - 1 }, []float64{0}, []float64{1}, -1, -1},
			// [1 1; 1 0]: λ² − λ − 1 = 0, and (1,−2) gives 1 − 4
			{"(xz−1)² at 0, 1", func(x, z float64) float64 { return (x*z - 1) * (x*z - 1) }, []float64{0, 1}, []float64{1, -2}, -3, golden},
		} {
			k := Gram[float64](c.k, c.x)
			d := laDefiniteness(t, k)
			near(t, c.name+", vᵀKv", laForm(k, c.v), c.form, 0)
			near(t, c.name+", λ", d.MinEigen, c.min, 4*roundoff)
			near(t, c.name+", witness", laForm(k, d.Witness), c.min, 8*roundoff)
			near(t, c.name+", asymmetry", d.Asymmetry, 0, 0)
		}
	})
	t.Run("SL-45 (xz−1)² is semidefinite on {0} and not on {0,1}: a function needs every finite set", func(t *testing.T) {
		k := KernelFunc[float64](func(x, z float64) float64 { return (x*z - 1) * (x*z - 1) })
		near(t, "{0}", laDefiniteness(t, Gram[float64](k, []float64{0})).MinEigen, 1, 0)
		values, _ := laEigen(t, Gram[float64](k, []float64{0, 1}))
		nearAll(t, "{0,1}", values, []float64{(1 + math.Sqrt(5)) / 2, (1 - math.Sqrt(5)) / 2}, 4*roundoff)
	})
	t.Run("G-07 xᵀAx = xᵀ(A+Aᵀ)/2 x; asymmetry is measured", func(t *testing.T) {
		r := rng(207)
		for range 10 {
			a := laRandom(r, 4, 4)
			half := laTimes(0.5, laSum(a, a.T()))
			x := laRandom(r, 1, 4).Data
			near(t, "form", laForm(a, x), laForm(half, x), 1e-14)
			values, _ := laEigen(t, half)
			d := laDefiniteness(t, a)
			near(t, "λ", d.MinEigen, values[3], 1e-15)
			near(t, "witness", laForm(a, d.Witness), values[3], 4e-15)
			near(t, "asymmetry", d.Asymmetry, maxAbs(laSum(a, laTimes(-1, a.T())).Data), 0)
		}
		d := laDefiniteness(t, laMatrix(t, []float64{1, -1}, []float64{1, 1})) // xᵀAx = ‖x‖², eigenvalues 1 ± i
		near(t, "asymmetry", d.Asymmetry, 2, 0)
		near(t, "λ", d.MinEigen, 1, 0)
		d = laDefiniteness(t, laMatrix(t, []float64{1, 4}, []float64{0, 1})) // [1 2; 2 1]
		near(t, "λ", d.MinEigen, -1, 4*roundoff)
	})
	t.Run("G-08 A is Hermitian if and only if xᴴAx is real for all x", func(t *testing.T) {
		hermitian := [4]complex128{2, 1 - 3i, 1 + 3i, -1}
		r := rng(208)
		for range 20 {
			x := [2]complex128{complex(r.NormFloat64(), r.NormFloat64()), complex(r.NormFloat64(), r.NormFloat64())}
			near(t, "Hermitian", imag(laHermitianForm(hermitian, x)), 0, 1e-14)
			near(t, "iI", imag(laHermitianForm([4]complex128{1i, 0, 0, 1i}, x)), real(x[0]*laConj(x[0])+x[1]*laConj(x[1])), 1e-14)
		}
		near(t, "real, not symmetric", imag(laHermitianForm([4]complex128{0, 1, 0, 0}, [2]complex128{1, 1i})), 1, 0)
	})
	t.Run("SL-47 it must be xᴴAx: xᵀAx of a Hermitian matrix is not real", func(t *testing.T) {
		// A = I, x = (1+i, 0): xᵀAx = 2i, xᴴAx = 2
		x := complex(1, 1)
		near(t, "xᵀAx", imag(x*x), 2, 0)
		near(t, "xᴴAx", imag(laHermitianForm([4]complex128{1, 0, 0, 1}, [2]complex128{x, 0})), 0, 0)
	})
	t.Run("G-09 closure of kernels; what does not close", func(t *testing.T) {
		r := rng(209)
		type fn = func(x, z []float64) float64
		k1, k2 := fn(RBF{0.8}.Eval), fn(Polynomial{2, 0.5, 1}.Eval)
		f := func(x []float64) float64 { return x[0] - 2*x[1] }
		for name, k := range map[string]fn{
			"ck":           func(x, z []float64) float64 { return 3 * k1(x, z) },
			"0k":           func(x, z []float64) float64 { return 0 * k1(x, z) },
			"k₁+k₂":        func(x, z []float64) float64 { return k1(x, z) + k2(x, z) },
			"k₁k₂":         func(x, z []float64) float64 { return k1(x, z) * k2(x, z) },
			"f(x)k f(z)":   func(x, z []float64) float64 { return f(x) * k1(x, z) * f(z) },
			"1+2k+3k³":     func(x, z []float64) float64 { return 1 + 2*k1(x, z) + 3*math.Pow(k1(x, z), 3) },
			"exp k":        func(x, z []float64) float64 { return math.Exp(0.3 * Dot(x, z)) },
			"limit":        func(x, z []float64) float64 { return math.Pow(1+Dot(x, z)/1e6, 1e6) },
			"k(g(x),g(z))": func(x, z []float64) float64 { return k1([]float64{x[0] * x[1]}, []float64{z[0] * z[1]}) },
		} {
			k := Gram[[]float64](KernelFunc[[]float64](k), laRowsOf(laRandom(r, 10, 2)))
			if d := laDefiniteness(t, k); d.MinEigen < -1e-10*laTrace(k) {
				t.Errorf("%s: smallest eigenvalue %v, trace %v", name, d.MinEigen, laTrace(k))
			}
		}
		// Sums concatenate feature vectors, products take all products of coordinates.
		x, z := []float64{0.3, -1.2}, []float64{2, 0.7}
		px, pz := laQuadratic(x), laQuadratic(z)
		near(t, "sum", Dot(append(slices.Clone(px), x...), append(slices.Clone(pz), z...)), Polynomial{2, 1, 1}.Eval(x, z)+Dot(x, z), 1e-14)
		near(t, "product", Dot(laKronecker(px, x), laKronecker(pz, z)), Polynomial{2, 1, 1}.Eval(x, z)*Dot(x, z), 1e-14)
		// Differences, negative multiples and maxima do not close.
		near(t, "difference", laDefiniteness(t, laSum(identity(2), laTimes(-1, laConstant(2, 2, 1)))).MinEigen, -1, 2*roundoff)
		near(t, "−k", laDefiniteness(t, laTimes(-1, identity(2))).MinEigen, -1, 0)
		a := laMatrix(t, []float64{1, 1, 0}, []float64{1, 1, 0}, []float64{0, 0, 1})
		b := laMatrix(t, []float64{1, 0, 0}, []float64{0, 1, 1}, []float64{0, 1, 1})
		m := NewMatrix(3, 3)
		for i := range m.Data {
			m.Data[i] = max(a.Data[i], b.Data[i])
		}
		near(t, "det of the maximum", laDeterminant(m), -1, 0)
		near(t, "λ of the maximum", laDefiniteness(t, m).MinEigen, 1-math.Sqrt2, 4*roundoff)
		near(t, "λ of a", laDefiniteness(t, a).MinEigen, 0, roundoff)
		near(t, "λ of b", laDefiniteness(t, b).MinEigen, 0, roundoff)
	})
	t.Run("G-10 normalised kernels: unit diagonal, |k| ≤ 1, the cosine, the Gaussian", func(t *testing.T) {
		r := rng(210)
		gamma := 0.4
		exponential := KernelFunc[[]float64](func(x, z []float64) float64 { return math.Exp(2 * gamma * Dot(x, z)) })
		for range 20 {
			x, z := laRandom(r, 1, 3).Data, laRandom(r, 1, 3).Data
			near(t, "unit diagonal", laNormalized(Polynomial{3, 1, 1}, x, x), 1, 1e-15)
			if v := laNormalized(Polynomial{2, 1, 1}, x, z); math.Abs(v) > 1+1e-15 {
				t.Errorf("normalised kernel value %v", v)
			}
			near(t, "cosine", laNormalized(Linear{}, x, z), Dot(x, z)/(Norm(x)*Norm(z)), 1e-15)
			near(t, "Gaussian", laNormalized(exponential, x, z), RBF{gamma}.Eval(x, z), 1e-14)
		}
		near(t, "k(x,x) = 0", laNormalized(Linear{}, []float64{0}, []float64{1}), 0, 0)
	})
	t.Run("G-11 ∬k f f ≥ 0 by quadrature, and −4 for k = xz − 1, f = 1", func(t *testing.T) {
		r := rng(211)
		nodes, weights := laGauss(-1, 1)
		for _, k := range []KernelFunc[float64]{
			func(x, z float64) float64 { return 1 + x*z },
			func(x, z float64) float64 { return (1 + x*z) * (1 + x*z) },
			func(x, z float64) float64 { return math.Exp(-(x - z) * (x - z)) },
		} {
			for range 20 {
				f := laRandom(r, 1, 3).Data
				for i := range f {
					f[i] *= weights[i]
				}
				if v := laForm(Gram[float64](k, nodes), f); v < -1e-14 {
					t.Errorf("∬k f f = %v", v)
				}
			}
		}
		k := Gram[float64](KernelFunc[float64](func(x, z float64) float64 { return x*z - 1 }), nodes)
		near(t, "∬(xz − 1)", laForm(k, weights), -4, 1e-14)
	})
	t.Run("G-12 Mercer: k = Σ λᵢφᵢφᵢ with orthonormal eigenfunctions", func(t *testing.T) {
		values, phi := laMercer(t, 1, -1, 1)
		nearAll(t, "λ of 1+xz", values, []float64{2, 2.0 / 3, 0}, 1e-14)
		for _, x := range []float64{-1, -0.3, 0.8} {
			near(t, "φ₁ = 1/√2", math.Abs(phi(0, x)), math.Sqrt(0.5), 1e-14)
			near(t, "φ₂ = √(3/2)·x", math.Abs(phi(1, x)), math.Sqrt(1.5)*math.Abs(x), 1e-14)
		}
		for p, n := range map[int]int{1: 2, 2: 3} {
			values, phi := laMercer(t, p, -1, 1)
			nodes, weights := laGauss(-1, 1)
			for i := range n {
				for j := range n {
					inner := 0.0
					for k, x := range nodes {
						inner += weights[k] * phi(i, x) * phi(j, x)
					}
					near(t, "∫φᵢφⱼ", inner, identity(3).At(i, j), 1e-14)
				}
			}
			for x := -1.0; x <= 1; x += 0.25 {
				for z := -1.0; z <= 1; z += 0.25 {
					sum := 0.0
					for i := range n {
						sum += values[i] * phi(i, x) * phi(i, z)
					}
					near(t, "Σλφφ", sum, math.Pow(1+x*z, float64(p)), 1e-12)
				}
			}
		}
	})
	t.Run("NP-30 eigenvalues of (1+xz)ᵖ on [−1,1] and [0,1]", func(t *testing.T) {
		values, _ := laMercer(t, 2, -1, 1)
		nearAll(t, "(1+xz)²", values, []float64{1.2 + 2*math.Sqrt(61)/15, 4.0 / 3, 1.2 - 2*math.Sqrt(61)/15}, 1e-14)
		nearAll(t, "in digits", values, []float64{2.2413666235, 4.0 / 3, 0.1586333765}, 1e-10)
		near(t, "∫k(x,x)dx", values[0]+values[1]+values[2], 56.0/15, 1e-14)
		values, _ = laMercer(t, 1, 0, 1)
		nearAll(t, "1+xz on [0,1]", values, []float64{(4 + math.Sqrt(13)) / 6, (4 - math.Sqrt(13)) / 6, 0}, 1e-14)
		nearAll(t, "in digits", values, []float64{1.2675918792, 0.0657414541, 0}, 1e-10)
	})
	t.Run("SL-46 the measure matters: 1+xz has other eigenvalues on [0,1] than on [−1,1]", func(t *testing.T) {
		values, _ := laMercer(t, 1, 0, 1)
		for _, v := range values[:2] { // the roots of λ² − (4/3)λ + 1/12
			near(t, "λ² − (4/3)λ + 1/12", v*v-4*v/3+1.0/12, 0, 1e-14)
		}
		symmetric, _ := laMercer(t, 1, -1, 1)
		if math.Abs(values[0]-symmetric[0]) < 0.5 {
			t.Errorf("both have %v", values[0])
		}
	})
	t.Run("G-13 the Mercer map x ↦ (√λᵢφᵢ(x)) reproduces k", func(t *testing.T) {
		for p, n := range map[int]int{1: 2, 2: 3} {
			values, phi := laMercer(t, p, -1, 1)
			mercer := func(x float64) []float64 {
				v := make([]float64, n)
				for i := range v {
					v[i] = math.Sqrt(values[i]) * phi(i, x)
				}
				return v
			}
			near(t, "k(.3,−.8)", Dot(mercer(0.3), mercer(-0.8)), math.Pow(1-0.24, float64(p)), 1e-13)
			near(t, "k(1,.5)", Dot(mercer(1), mercer(0.5)), math.Pow(1.5, float64(p)), 1e-13)
		}
	})
	t.Run("G-14 rank of Gram matrices: strict definiteness needs distinct points", func(t *testing.T) {
		r := rng(214)
		distinct := laRowsOf(laRandom(r, 6, 2))
		repeated := append(slices.Clone(distinct[:5]), distinct[0])
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
			rank int
		}{
			{"Gaussian, distinct", RBF{1}, distinct, 6},
			{"Gaussian, one repeated", RBF{1}, repeated, 5},
			{"linear, n > d", Linear{}, distinct, 2},
			{"linear, n = d", Linear{}, distinct[:2], 2},
			{"(1+⟨x,z⟩)² in the plane, D = 6", Polynomial{2, 1, 1}, distinct, 6},
			{"(1+⟨x,z⟩)², one repeated", Polynomial{2, 1, 1}, repeated, 5},
			{"⟨x,z⟩², D = 3", Polynomial{2, 1, 0}, distinct, 3},
		} {
			values, _ := laEigen(t, Gram(c.k, c.x))
			count := 0
			for _, v := range values {
				if v > 1e-12*values[0] {
					count++
				}
			}
			if count != c.rank {
				t.Errorf("%s: rank %d, want %d (%v)", c.name, count, c.rank, values)
			}
		}
	})
	t.Run("SL-44 repeated points make every Gram matrix singular", func(t *testing.T) {
		for _, k := range []Kernel[[]float64]{RBF{1}, Linear{}, Polynomial{3, 1, 1}} {
			near(t, "λ", laDefiniteness(t, Gram(k, column(0.5, 2, 0.5))).MinEigen, 0, 1e-14)
		}
	})
	t.Run("SL-34 the Gaussian has no finite-dimensional map: rank n for every n", func(t *testing.T) {
		for n := 1; n <= 6; n++ {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i)
			}
			values, _ := laEigen(t, Gram[[]float64](RBF{1}, column(x...)))
			if !(values[n-1] > 1e-3) {
				t.Errorf("n = %d: smallest eigenvalue %v", n, values[n-1])
			}
		}
	})
	t.Run("G-15 kernels are the functions all of whose Gram matrices, so all principal submatrices, are semidefinite", func(t *testing.T) {
		k := Precomputed{laGramLike(rng(215), 5, 3)}
		for set := 1; set < 1<<5; set++ {
			var x []int
			for i := range 5 {
				if set>>i&1 == 1 {
					x = append(x, i)
				}
			}
			if d := laDefiniteness(t, Gram[int](k, x)); d.MinEigen < -1e-13 {
				t.Errorf("points %v: smallest eigenvalue %v", x, d.MinEigen)
			}
		}
	})
}

// Maps from a sample, functions as vectors.

func TestMapsFromASampleAndTheSpaceOfFunctions(t *testing.T) {
	t.Run("E-01 K = ZᵀZ with Z = Λ½Vᵀ; rounding is clipped, what is not semidefinite refused", func(t *testing.T) {
		r := rng(301)
		for _, k := range []*Matrix{laGramLike(r, 6, 6), laGramLike(r, 6, 2), laConstant(4, 4, 2), NewMatrix(3, 3)} {
			z := laFactor(t, k)
			laSame(t, "ZᵀZ", z.T().Mul(z), k, 1e-12*max(1, maxAbs(k.Data)))
		}
		if err := laPCA(laDiagonal(1, -0.5)); !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("diag(1,−½) gave %v", err)
		}
	})
	t.Run("SL-32 the factor Z has n rows, whatever the dimension of the features", func(t *testing.T) {
		x, _ := clouds(rng(302), 5, 2, 0)
		z := laFactor(t, Gram[[]float64](RBF{1}, x)) // infinite-dimensional
		near(t, "rows of Z", float64(z.Rows), 5, 0)
		z = laFactor(t, Gram[[]float64](Linear{}, x)) // two-dimensional
		near(t, "rows of Z", float64(z.Rows), 5, 0)
		for i := 2; i < 5; i++ {
			near(t, "rows beyond the rank", Norm(z.Row(i)), 0, 1e-7) // √ of a rounding error
		}
	})
	t.Run("E-02 φ(xᵢ) = column i of Z: same inner products, same multipliers", func(t *testing.T) {
		x, y := clouds(rng(303), 12, 2, 0.7)
		k := Gram[[]float64](RBF{0.8}, x)
		z := laRowsOf(laFactor(t, k).T())
		for i := range x {
			for j := range x {
				near(t, "⟨zᵢ,zⱼ⟩", Dot(z[i], z[j]), k.At(i, j), 1e-14)
			}
		}
		implicit := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.8}, C: 2}, 1e-9)
		explicit := trained(t, Problem[[]float64]{X: z, Y: y, Kernel: Linear{}, C: 2}, 1e-9)
		nearAll(t, "α", explicit.Alpha, implicit.Alpha, 1e-6)
		near(t, "P", explicit.Certificate.Primal, implicit.Certificate.Primal, 1e-8)
	})
	t.Run("E-03 K = Σ λᵢvᵢvᵢᵀ, and the partial sums increase", func(t *testing.T) {
		k := laGramLike(rng(304), 6, 4)
		values, v := laEigen(t, k)
		sum := NewMatrix(6, 6)
		for j, lambda := range values {
			vj := laMatrix(t, v.T().Row(j))
			term := laTimes(lambda, vj.T().Mul(vj))
			sum = laSum(sum, term)
			rest := laSum(k, laTimes(-1, sum))
			if d := laDefiniteness(t, rest); d.MinEigen < -1e-13 {
				t.Errorf("after %d terms the rest has the eigenvalue %v", j+1, d.MinEigen)
			}
		}
		laSame(t, "Σ", sum, k, 1e-13)
	})
	t.Run("E-04 the factor is not unique: Z, UZ, Cholesky's, K½", func(t *testing.T) {
		r := rng(305)
		k := laSum(laGramLike(r, 5, 5), identity(5))
		z := laFactor(t, k)
		l, err := Cholesky(k)
		if err != nil {
			t.Fatal(err)
		}
		for name, factor := range map[string]*Matrix{"Z": z, "UZ": laOrthogonal(r, 5).Mul(z), "Lᵀ": l.T(), "K½": laSpectral(t, k, math.Sqrt)} {
			laSame(t, name, factor.T().Mul(factor), k, 2e-14)
		}
		singular := laConstant(3, 3, 1)
		if _, err := Cholesky(singular); !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("Cholesky of a singular matrix: %v", err)
		}
		z = laFactor(t, singular)
		laSame(t, "singular", z.T().Mul(z), singular, 1e-15)
	})
	t.Run("E-05 the empirical map kₙ(x) = (k(x₁,x), …, k(xₙ,x)) is column i of K at xᵢ", func(t *testing.T) {
		x, _ := clouds(rng(306), 5, 2, 0.5)
		k := Gram[[]float64](RBF{0.6}, x)
		kn := EmpiricalMap[[]float64](RBF{0.6}, x)
		for i := range x {
			nearAll(t, "kₙ(xᵢ)", kn(x[i]), k.T().Row(i), 1e-15)
		}
		z := []float64{0.2, -0.4}
		for i, v := range kn(z) {
			near(t, "kₙ(z)", v, RBF{0.6}.Eval(x[i], z), 1e-15)
		}
		words := EmpiricalMap[string](KernelFunc[string](func(a, b string) float64 { return float64(len(a) + 10*len(b)) }), []string{"a", "bb"})
		nearAll(t, "the sample is the first argument", words("xyz"), []float64{31, 32}, 0)
		// The caller's slice is the caller's.
		sample := column(1, 2)
		kn = EmpiricalMap[[]float64](Linear{}, sample)
		psi := laMap(t, Linear{}, sample)
		before := psi([]float64{3})
		sample[1] = []float64{100}
		nearAll(t, "after the slice changed", kn([]float64{3}), []float64{3, 6}, 0)
		nearAll(t, "after the slice changed", psi([]float64{3}), before, 0)
	})
	t.Run("E-05 the maps take points of any length", func(t *testing.T) {
		x := [][]float64{{1, 2}, {0, 1}}
		for _, f := range []func([]float64) []float64{EmpiricalMap[[]float64](Linear{}, x), laMap(t, Linear{}, x),
			EmpiricalMap[[]float64](RBF{0.5}, x), laMap(t, RBF{0.5}, x)} {
			nearAll(t, "nil is the origin", f(nil), f([]float64{0, 0}), 0)
			nearAll(t, "short", f([]float64{3}), f([]float64{3, 0}), 0)
			if v := f([]float64{3, 4, 5}); len(v) != 2 || !finite(v[0]) || !finite(v[1]) {
				t.Errorf("long: %v", v)
			}
			if v := f([]float64{math.NaN(), 1}); len(v) != 2 || !math.IsNaN(v[0]) {
				t.Errorf("value at NaN: %v", v)
			}
		}
		kn := EmpiricalMap[[]float64](RBF{0.5}, x)
		nearAll(t, "long, Gaussian", kn([]float64{1, 2, 2}), []float64{math.Exp(-2), math.Exp(-3)}, 1e-15)
		kn = EmpiricalMap[[]float64](Linear{}, x)
		nearAll(t, "long, linear", kn([]float64{3, 4, 5}), []float64{11, 4}, 0)
		near(t, "no points", float64(len(EmpiricalMap[[]float64](Linear{}, nil)([]float64{1}))), 0, 0)
	})
	t.Run("E-06 ⟨kₙ(x),kₙ(z)⟩ is not k; on the sample it is K²", func(t *testing.T) {
		x, _ := clouds(rng(307), 5, 2, 0.5)
		k := Gram[[]float64](RBF{0.6}, x)
		images := laImages(EmpiricalMap[[]float64](RBF{0.6}, x), x)
		laSame(t, "K²", Gram[[]float64](Linear{}, images), k.Mul(k), 1e-14)
		if d := maxAbs(laSum(k.Mul(k), laTimes(-1, k)).Data); d < 0.1 {
			t.Errorf("K² = K to %v", d)
		}
	})
	t.Run("E-07 k(x,z) = kₙ(x)ᵀK⁺kₙ(z) when one of them is in the sample", func(t *testing.T) {
		r := rng(308)
		distinct := laRowsOf(laRandom(r, 5, 2))
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
		}{
			{"Gaussian", RBF{0.7}, distinct},
			{"Gaussian with duplicates", RBF{0.7}, append(slices.Clone(distinct), distinct[0], distinct[1], distinct[0])},
			{"linear, n > d", Linear{}, distinct},
			{"(1+xz)² on 4 points of the line", Polynomial{2, 1, 1}, column(-1, 0.5, 2, 3)},
		} {
			kn := EmpiricalMap(c.k, c.x)
			plus := laSpectral(t, Gram(c.k, c.x), laReciprocal)
			for range 10 {
				z := laRandom(r, 1, len(c.x[0])).Data
				for _, x := range c.x {
					near(t, c.name, Dot(kn(x), plus.MulVec(kn(z))), c.k.Eval(x, z), 1e-12)
				}
			}
		}
	})
	t.Run("NP-39 the empirical kernel of samples {0} and {0, 1, 2.5}", func(t *testing.T) {
		psi := laMap(t, RBF{1}, column(0))
		p := func(x, z float64) float64 { return Dot(psi([]float64{x}), psi([]float64{z})) }
		near(t, "k(1,1) estimated", p(1, 1), math.Exp(-2), 1e-15)
		near(t, "defect at 1", 1-p(1, 1), 0.8646647168, 1e-10)
		psi = laMap(t, RBF{1}, column(0, 1, 2.5))
		near(t, "defect(.3,.3)", 1-p(.3, .3), 0.0756128656, 1e-10)
		near(t, "estimate − k at (.3,.7)", p(.3, .7)-math.Exp(-.16), -0.0708758782, 1e-10)
		near(t, "(1,.3)", p(1, .3), math.Exp(-.49), 1e-14)
	})
	t.Run("SL-22 away from the sample kₙ(x)ᵀK⁻¹kₙ(z) is not k(x,z)", func(t *testing.T) {
		kn := EmpiricalMap[[]float64](RBF{1}, column(0)) // K = 1
		at := func(x, z float64) float64 { return Dot(kn([]float64{x}), kn([]float64{z})) }
		near(t, "at (1,1), where k = 1", at(1, 1), math.Exp(-2), 1e-15)
		near(t, "at (1,2), where k = e⁻¹", at(1, 2), math.Exp(-5), 1e-15)
		near(t, "at (0,2)", at(0, 2), math.Exp(-4), 1e-15)
	})
	t.Run("E-08 the defect k − ψ·ψ is semidefinite, between 0 and k(x,x), and 0 when the sample spans", func(t *testing.T) {
		r := rng(309)
		x := laRowsOf(laRandom(r, 4, 2))
		psi := laMap(t, RBF{0.9}, x)
		at := laRowsOf(laRandom(r, 7, 2))
		defect := laSum(Gram[[]float64](RBF{0.9}, at), laTimes(-1, Gram[[]float64](Linear{}, laImages(psi, at))))
		if d := laDefiniteness(t, defect); d.MinEigen < -1e-14 {
			t.Errorf("the defect has the eigenvalue %v", d.MinEigen)
		}
		for i := range at {
			if d := defect.At(i, i); d < 1e-6 || d > 1 {
				t.Errorf("defect(x,x) = %v", d)
			}
		}
		k := Polynomial{2, 1, 1} // three dimensions on the line
		psi = laMap(t, k, column(-1, 0.5, 2))
		for _, c := range [][2]float64{{0.3, 0.7}, {-2, 1.5}, {3, 3}} {
			near(t, "(1+xz)² from three points", laInner(psi, c[0], c[1]), math.Pow(1+c[0]*c[1], 2), 1e-12)
		}
		psi = laMap(t, k, column(-1, 0.5))
		if d := k.Eval([]float64{3}, []float64{3}) - laInner(psi, 3, 3); d < 1 {
			t.Errorf("two points leave a defect of %v", d)
		}
	})
	t.Run("E-09 the kernel PCA map is K½eᵢ = V·zᵢ on the sample, with inner products K", func(t *testing.T) {
		r := rng(310)
		x := laRowsOf(laRandom(r, 6, 2))
		k := Gram[[]float64](RBF{0.5}, x)
		phi := laImages(laMap(t, RBF{0.5}, x), x)
		laSame(t, "ΦᵀΦ", Gram[[]float64](Linear{}, phi), k, 1e-13)
		root := laSpectral(t, k, math.Sqrt)
		_, v := laEigen(t, k)
		vz := v.Mul(laFactor(t, k))
		for i := range x {
			nearAll(t, "K½eᵢ", phi[i], root.Row(i), 1e-13)
			nearAll(t, "V·zᵢ", phi[i], vz.T().Row(i), 1e-13)
		}
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
		}{
			{"duplicates", RBF{0.5}, append(slices.Clone(x), x[0], x[3], x[0])},
			{"linear, n > d", Linear{}, x},
			{"large values", KernelFunc[[]float64](func(x, z []float64) float64 { return 1e100 * Dot(x, z) }), x},
			{"the zero kernel", KernelFunc[[]float64](func(x, z []float64) float64 { return 0 }), x},
			{"one point", Polynomial{2, 1, 1}, x[:1]},
		} {
			g := Gram(c.k, c.x)
			size := max(1, maxAbs(g.Data))
			laSame(t, c.name, laTimes(1/size, Gram[[]float64](Linear{}, laImages(laMap(t, c.k, c.x), c.x))), laTimes(1/size, g), 1e-13)
		}
	})
	t.Run("E-09 eigenvalues up to n·2⁻⁵⁰ times the largest count as 0", func(t *testing.T) {
		// K = diag(1, ε): ψ(x₁) = (0, √ε) unless ε counts as 0.
		limit := 2 * rankTol
		for _, c := range []struct{ eps, want float64 }{{0.99 * limit, 0}, {limit, 0}, {1.01 * limit, 1}, {1e-8, 1}, {1, 1}} {
			psi, err := KernelPCAMap[int](Precomputed{laDiagonal(1, c.eps)}, []int{0, 1})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "ψ(x₂)₂/√ε", psi(1)[1]/math.Sqrt(c.eps), c.want, 1e-15)
			near(t, "ψ(x₁)₁", psi(0)[0], 1, 1e-15)
		}
	})
	t.Run("SL-23 the kernel PCA map is V·Z, not Z, and a map of k on the sample only", func(t *testing.T) {
		x := column(0, 1, 2.5)
		k := Gram[[]float64](RBF{1}, x)
		psi := laMap(t, RBF{1}, x)
		z := laFactor(t, k)
		if d := maxAbs(laSum(laMatrix(t, laImages(psi, x)...).T(), laTimes(-1, z)).Data); d < 0.1 {
			t.Errorf("ψ equals Z to %v", d)
		}
		near(t, "on the sample", laInner(psi, 1, 2.5), math.Exp(-2.25), 1e-14)
		if d := math.Exp(-0.16) - laInner(psi, 0.3, 0.7); d < 0.07 {
			t.Errorf("off the sample the defect is %v", d)
		}
	})
	t.Run("SL-24 K⁻¹ needs strict definiteness, K⁺ does not", func(t *testing.T) {
		r := rng(311)
		for name, g := range map[string]*Matrix{
			"duplicates":            Gram[[]float64](RBF{1}, column(0, 1, 0)),
			"linear, n > d":         Gram[[]float64](Linear{}, column(1, 2)),
			"(1+xz)² with 4 points": Gram[[]float64](Polynomial{2, 1, 1}, column(-1, 0, 1, 2)),
		} {
			if _, err := Cholesky(g); err == nil && laDefiniteness(t, g).MinEigen > 1e-12 {
				t.Errorf("%s: K is not singular", name)
			}
			plus := laSpectral(t, g, laReciprocal)
			laSame(t, name, g.Mul(plus).Mul(g), g, 1e-13*max(1, maxAbs(g.Data)))
		}
		k, x := Polynomial{2, 1, 1}, column(-1, 0.5, 2, 3)
		values, _ := laEigen(t, Gram[[]float64](k, x))
		if !(values[2] > 1e-3 && math.Abs(values[3]) < 1e-12) {
			t.Errorf("rank is not 3: %v", values)
		}
		psi := laMap(t, k, x)
		for range 10 {
			a, b := r.NormFloat64(), r.NormFloat64()
			near(t, "K⁺ formula", laInner(psi, a, b), math.Pow(1+a*b, 2), 1e-12)
		}
	})
	t.Run("E-10 a linear machine on kernel PCA features is the kernel machine everywhere", func(t *testing.T) {
		r := rng(312)
		x, y := clouds(r, 14, 2, 0.6)
		k := RBF{0.8}
		psi := laMap(t, k, x)
		implicit := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 3}, 1e-9)
		features := laImages(psi, x)
		explicit := trained(t, Problem[[]float64]{X: features, Y: y, Kernel: Linear{}, C: 3}, 1e-9)
		w := make([]float64, len(x)) // Σ βᵢψ(xᵢ)
		for i, c := range implicit.Coef {
			axpy(c, psi(implicit.Points[i]), w)
		}
		for range 20 {
			z := laRandom(r, 1, 2).Data
			near(t, "⟨w,ψ(z)⟩ + b", Dot(w, psi(z))+implicit.Bias, implicit.Decision(z), 1e-12)
			near(t, "trained on features", explicit.Decision(psi(z)), implicit.Decision(z), 1e-6)
		}
	})
	t.Run("E-11 a semidefinite matrix is a kernel on a finite set", func(t *testing.T) {
		x, y := clouds(rng(313), 10, 2, 0.5)
		k := Gram[[]float64](RBF{1}, x)
		index := make([]int, len(x))
		for i := range index {
			index[i] = i
		}
		laSame(t, "its Gram matrix", Gram[int](Precomputed{k}, index), k, 0)
		onPoints := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}, 1e-9)
		onIndices := trained(t, Problem[int]{X: index, Y: y, Kernel: Precomputed{k}, C: 1}, 1e-9)
		nearAll(t, "α", onIndices.Alpha, onPoints.Alpha, 1e-7)
		f := EmpiricalMap[int](Precomputed{k}, index)
		nearAll(t, "a vector is a function of its index", f(3), k.Row(3), 0)
	})
	t.Run("E-12 x ↦ k(·,x) gives back k", func(t *testing.T) {
		k := Polynomial{3, 0.5, 1}
		x, z := []float64{1, -2}, []float64{0.5, 0.25}
		near(t, "k(·,x) at z", laSection(k, x).Decision(z), k.Eval(x, z), 0)
	})
	t.Run("E-13 expansions add and scale point by point", func(t *testing.T) {
		r := rng(314)
		f, g := laExpansion(r, RBF{0.5}, 4, 2), laExpansion(r, RBF{0.5}, 3, 2)
		for range 10 {
			x := laRandom(r, 1, 2).Data
			near(t, "(2.5f + g)(x)", laCombine(2.5, f, 1, g).Decision(x), 2.5*f.Decision(x)+g.Decision(x), 1e-14)
		}
	})
	t.Run("E-14 ⟨f,g⟩ in three forms, whatever the expansions", func(t *testing.T) {
		r := rng(315)
		k := Polynomial{2, 1, 1}
		f, g := laExpansion(r, k, 4, 2), laExpansion(r, k, 3, 2)
		f.Bias, g.Bias = 7, -3 // left out
		sum, overF, overG := 0.0, 0.0, 0.0
		for i, c := range f.Coef {
			for j, d := range g.Coef {
				sum += c * d * k.Eval(f.Points[i], g.Points[j])
			}
			overF += c * (g.Decision(f.Points[i]) - g.Bias)
		}
		for j, d := range g.Coef {
			overG += d * (f.Decision(g.Points[j]) - f.Bias)
		}
		near(t, "double sum", f.Inner(g), sum, 1e-13)
		near(t, "Σ cᵢg(xᵢ)", f.Inner(g), overF, 1e-13)
		near(t, "Σ dⱼf(zⱼ)", f.Inner(g), overG, 1e-13)
	})
	t.Run("SL-58 the inner product is one of functions: other expansions of f give the same", func(t *testing.T) {
		r := rng(316)
		g := laExpansion(r, Linear{}, 3, 2)
		f := &Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{{1, 2}, {0, 1}}, Coef: []float64{2, -1}}
		for name, same := range map[string]*Expansion[[]float64]{
			"a coefficient split":   {Kernel: Linear{}, Points: [][]float64{{1, 2}, {0, 1}, {1, 2}}, Coef: []float64{1.5, -1, 0.5}},
			"dependent points":      {Kernel: Linear{}, Points: [][]float64{{1, 0}, {0, 1}, {1, 1}}, Coef: []float64{1, 2, 1}},
			"the function itself":   {Kernel: Linear{}, Points: [][]float64{{2, 3}}, Coef: []float64{1}},
			"a sum that adds zeros": {Kernel: Linear{}, Points: [][]float64{{2, 3}, {1, 1}, {1, 1}}, Coef: []float64{1, 4, -4}},
		} {
			near(t, name, same.Inner(g), f.Inner(g), 1e-14)
			near(t, name+", norm", same.Norm(), math.Sqrt(13), 1e-15)
		}
	})
	t.Run("E-15 ⟨f,g⟩ is symmetric and bilinear", func(t *testing.T) {
		r := rng(317)
		k := RBF{0.7}
		f, g, h := laExpansion(r, k, 4, 2), laExpansion(r, k, 3, 2), laExpansion(r, k, 5, 2)
		near(t, "symmetric", f.Inner(g), g.Inner(f), 1e-14)
		near(t, "in the first", laCombine(2, f, -3, g).Inner(h), 2*f.Inner(h)-3*g.Inner(h), 1e-13)
		near(t, "in the second", h.Inner(laCombine(2, f, -3, g)), 2*h.Inner(f)-3*h.Inner(g), 1e-13)
	})
	t.Run("E-16 reproducing: ⟨k(·,x),g⟩ = g(x), ⟨k(·,x),k(·,z)⟩ = k(x,z)", func(t *testing.T) {
		r := rng(318)
		k := RBF{0.7}
		g := laExpansion(r, k, 4, 2)
		for range 10 {
			x, z := laRandom(r, 1, 2).Data, laRandom(r, 1, 2).Data
			near(t, "g(x)", laSection(k, x).Inner(g), g.Decision(x), 1e-14)
			near(t, "k(x,z)", laSection(k, x).Inner(laSection(k, z)), k.Eval(x, z), 1e-15)
		}
	})
	t.Run("E-17 ⟨f,f⟩ = cᵀKc = ‖Σ cᵢφ(xᵢ)‖² ≥ 0", func(t *testing.T) {
		r := rng(319)
		for range 10 {
			f := laExpansion(r, Polynomial{2, 1, 1}, 5, 2)
			w := make([]float64, 6)
			for i, c := range f.Coef {
				axpy(c, laQuadratic(f.Points[i]), w)
			}
			near(t, "cᵀKc", f.Inner(f), laForm(Gram(f.Kernel, f.Points), f.Coef), 1e-12)
			near(t, "‖Σcφ‖", f.Norm(), Norm(w), 1e-12)
		}
	})
	t.Run("E-18 the Gram matrix of functions is semidefinite", func(t *testing.T) {
		r := rng(320)
		k := RBF{0.4}
		f := make([]*Expansion[[]float64], 4)
		for i := range f {
			f[i] = laExpansion(r, k, 3, 2)
		}
		f[3] = laCombine(1, f[0], -2, f[1]) // dependent
		gram := Gram(KernelFunc[*Expansion[[]float64]](func(a, b *Expansion[[]float64]) float64 { return a.Inner(b) }), f)
		near(t, "smallest eigenvalue", laDefiniteness(t, laSymmetrized(gram)).MinEigen, 0, 1e-13)
		v := laRandom(r, 1, 4).Data
		sum := laCombine(v[0], f[0], v[1], f[1])
		sum = laCombine(1, sum, v[2], f[2])
		sum = laCombine(1, sum, v[3], f[3])
		near(t, "vᵀGv = ‖Σvᵢfᵢ‖²", laForm(gram, v), sum.Inner(sum), 1e-13)
	})
	t.Run("E-19 Cauchy-Schwarz for kernels and functions, with equality when parallel", func(t *testing.T) {
		r := rng(321)
		for _, k := range []Kernel[[]float64]{RBF{0.5}, Linear{}, Polynomial{3, 1, 1}} {
			for range 20 {
				x, z := laRandom(r, 1, 2).Data, laRandom(r, 1, 2).Data
				xz, xx, zz := k.Eval(x, z), k.Eval(x, x), k.Eval(z, z)
				f, g := laExpansion(r, k, 3, 2), laExpansion(r, k, 3, 2)
				fg, ff, gg := f.Inner(g), f.Inner(f), g.Inner(g)
				if xz*xz > xx*zz*(1+1e-14) || fg*fg > ff*gg*(1+1e-12) {
					t.Errorf("k(x,z)² = %v > %v, or ⟨f,g⟩² = %v > %v", xz*xz, xx*zz, fg*fg, ff*gg)
				}
				h := laCombine(-2, f, 0, g)
				near(t, "parallel", f.Inner(h)*f.Inner(h)/(ff*h.Inner(h)), 1, 1e-13)
			}
		}
		x, z := []float64{1, -2}, []float64{-3, 6}
		near(t, "z = −3x, linear", math.Pow(Dot(x, z), 2), Dot(x, x)*Dot(z, z), 1e-15)
		near(t, "|x−z| at (0,1)", laAbsolute(0, 1)*laAbsolute(0, 1), 1, 0) // above k(0,0)k(1,1) = 0
		near(t, "|x−z| on the diagonal", laAbsolute(0, 0)*laAbsolute(1, 1), 0, 0)
	})
	t.Run("E-20 |f(x)|² ≤ k(x,x)‖f‖², so ‖f‖ = 0 only for f = 0", func(t *testing.T) {
		r := rng(322)
		for range 20 {
			f := laExpansion(r, RBF{0.5}, 4, 2)
			x := laRandom(r, 1, 2).Data
			if v := f.Decision(x); v*v > f.Inner(f)*(1+1e-12) {
				t.Errorf("f(x)² = %v > %v", v*v, f.Inner(f))
			}
		}
		// 2·(1,0) + (0,1) − (2,1) = 0: coefficients ≠ 0 of the function 0.
		f := &Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{{1, 0}, {0, 1}, {2, 1}}, Coef: []float64{2, 1, -1}}
		near(t, "‖f‖", f.Norm(), 0, 0)
		near(t, "f(x)", f.Decision(laRandom(r, 1, 2).Data), 0, 1e-15)
	})
	t.Run("E-21 Taylor sections of the Gaussian are a Cauchy sequence whose limit has the values of k", func(t *testing.T) {
		// In ℓ², f_M = (φ₀(x), …, φ_M(x), 0, 0, …) is an expansion over one point of the linear kernel.
		gamma, x, z := 0.8, 0.7, -0.4
		phi := laTaylor(gamma, 40)([]float64{x})
		section := func(m int) *Expansion[[]float64] { return laSection(Linear{}, phi[:m+1]) }
		for m := range 20 {
			d := laCombine(1, section(m+1), -1, section(m))
			near(t, "‖f_{M+1} − f_M‖² is term M+1", d.Inner(d), phi[m+1]*phi[m+1], 1e-15)
			tail := laCombine(1, section(40), -1, section(m))
			// The terms of Σ e^(−2γx²)(2γx²)ᵏ/k! beyond m add up to less than the next power: the remainder of exp.
			if bound := math.Pow(2*gamma*x*x, float64(m+1)) / math.Gamma(float64(m+2)); tail.Inner(tail) > bound*(1+1e-6)+1e-15 {
				t.Errorf("tail beyond %d: %v > %v", m, tail.Inner(tail), bound)
			}
		}
		near(t, "limit at z", section(40).Decision(laTaylor(gamma, 40)([]float64{z})), RBF{gamma}.Eval([]float64{x}, []float64{z}), 1e-15)
	})
	t.Run("A-04 push-through: (ΦᵀΦ+λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ+λI)⁻¹", func(t *testing.T) {
		r := rng(330)
		inverse := func(l float64) float64 { return 1 / (l + 0.3) }
		for _, shape := range [][2]int{{3, 5}, {4, 4}, {6, 2}} {
			phi := laRandom(r, shape[0], shape[1])
			laSame(t, "both sides", laSpectral(t, phi.T().Mul(phi), inverse).Mul(phi.T()),
				phi.T().Mul(laSpectral(t, phi.Mul(phi.T()), inverse)), 1e-13)
		}
	})
	t.Run("A-07 λ→0: minimum-norm least squares Φ⁺y; λ→∞: λw→Φᵀy", func(t *testing.T) {
		r := rng(331)
		phi := laRandom(r, 6, 2).Mul(laRandom(r, 2, 4)) // rank 2: ΦᵀΦ is singular
		y := laRandom(r, 1, 6).Data
		ridge := func(lambda float64) []float64 {
			return laSpectral(t, phi.T().Mul(phi), func(l float64) float64 { return 1 / (l + lambda) }).MulVec(phi.T().MulVec(y))
		}
		u, s, v := laSVD(t, phi)
		limit := make([]float64, 4) // V S⁺ Uᵀ y
		for j := range 2 {
			axpy(Dot(u.T().Row(j), y)/s[j], v.T().Row(j), limit)
		}
		nearAll(t, "λ = 1e-8", ridge(1e-8), limit, 1e-6)
		large := ridge(1e9)
		scale(1e9, large)
		nearAll(t, "λw, λ = 1e9", large, phi.T().MulVec(y), 1e-7)
	})
}

// Certificates.

// laEigen is Eigen with its certificate: AV = VΛ, VᵀV = VVᵀ = I, values descending, first largest entries positive, A untouched.
// All of it relative to the largest entry of A, so that any scale can be judged.
func laEigen(t testing.TB, a *Matrix) ([]float64, *Matrix) {
	t.Helper()
	before := slices.Clone(a.Data)
	values, v, err := Eigen(a)
	if err != nil {
		t.Fatalf("Eigen: %v", err)
	}
	if !slices.Equal(before, a.Data) {
		t.Error("Eigen modified its argument")
	}
	if len(values) != a.Rows || v.Rows != a.Rows || v.Cols != a.Rows {
		t.Fatalf("Eigen of a %d×%d matrix: %d values, vectors %d×%d", a.Rows, a.Cols, len(values), v.Rows, v.Cols)
	}
	if !slices.IsSortedFunc(values, func(x, y float64) int { return cmp.Compare(y, x) }) {
		t.Errorf("values are not descending: %v", values)
	}
	laOrthonormal(t, "V", v, 1e-14)
	_, e := math.Frexp(maxAbs(a.Data))
	av, vl := laScaled(a, -e).Mul(v), NewMatrix(a.Rows, a.Rows)
	for i := range a.Rows {
		for j, lambda := range values {
			vl.Set(i, j, v.At(i, j)*math.Ldexp(lambda, -e))
		}
	}
	laSame(t, "AV against VΛ", av, vl, 1e-15*math.Sqrt(float64(a.Rows))*max(1, math.Ldexp(values[0], -e), -math.Ldexp(values[a.Rows-1], -e)))
	for j := range values {
		laOriented(t, v.T().Row(j))
	}
	return values, v
}

// laSVD is SVD with its certificate: shapes, orthogonality, A = USVᵀ, s ≥ 0 descending, signs, A untouched.
func laSVD(t testing.TB, a *Matrix) (*Matrix, []float64, *Matrix) {
	t.Helper()
	before := slices.Clone(a.Data)
	u, s, v, err := SVD(a)
	if err != nil {
		t.Fatalf("SVD: %v", err)
	}
	if !slices.Equal(before, a.Data) {
		t.Error("SVD modified its argument")
	}
	m, n := a.Rows, a.Cols
	if u.Rows != m || u.Cols != m || v.Rows != n || v.Cols != n || len(s) != min(m, n) {
		t.Fatalf("SVD of a %d×%d matrix: u %d×%d, %d values, v %d×%d", m, n, u.Rows, u.Cols, len(s), v.Rows, v.Cols)
	}
	laOrthonormal(t, "U", u, 1e-14)
	laOrthonormal(t, "V", v, 1e-14)
	_, e := math.Frexp(maxAbs(a.Data))
	sm := NewMatrix(m, n)
	signed := v
	if m < n {
		signed = u
	}
	for j := range s {
		if s[j] < 0 || j > 0 && s[j] > s[j-1] {
			t.Errorf("singular values are not descending and ≥ 0: %v", s)
		}
		sm.Set(j, j, math.Ldexp(s[j], -e))
		laOriented(t, signed.T().Row(j))
	}
	laSame(t, "USVᵀ", u.Mul(sm).Mul(v.T()), laScaled(a, -e), 1e-14*max(1, sm.At(0, 0)))
	return u, s, v
}

// laOrthonormal fails unless VᵀV = VVᵀ = I.
func laOrthonormal(t testing.TB, what string, v *Matrix, tol float64) {
	t.Helper()
	laSame(t, what+"ᵀ"+what, v.T().Mul(v), identity(v.Cols), tol)
	laSame(t, what+what+"ᵀ", v.Mul(v.T()), identity(v.Rows), tol)
}

// laOriented fails unless the first entry whose modulus is the largest, to 1e-6, is positive.
func laOriented(t testing.TB, v []float64) {
	t.Helper()
	for _, x := range v {
		if math.Abs(x) >= (1-1e-6)*maxAbs(v) {
			if x < 0 {
				t.Errorf("largest entry %v of %v is negative", x, v)
			}
			return
		}
	}
}

// laDefiniteness is CheckPSD with its certificate: Witness has length 1 and Witnessᵀ·K·Witness is MinEigen.
func laDefiniteness(t testing.TB, k *Matrix) Definiteness {
	t.Helper()
	before := slices.Clone(k.Data)
	d, err := CheckPSD(k)
	if err != nil {
		t.Fatalf("CheckPSD: %v", err)
	}
	if !slices.Equal(before, k.Data) {
		t.Error("CheckPSD modified its argument")
	}
	size := max(1, maxAbs(k.Data))
	near(t, "‖Witness‖", Norm(d.Witness), 1, 1e-14)
	near(t, "WitnessᵀKWitness", laForm(k, d.Witness)/size, d.MinEigen/size, 1e-14*math.Sqrt(float64(k.Rows)))
	return d
}

// laSame is near for all entries of two matrices of the same shape.
func laSame(t testing.TB, what string, got, want *Matrix, tol float64) {
	t.Helper()
	if got.Rows != want.Rows || got.Cols != want.Cols {
		t.Fatalf("%s is %d×%d, want %d×%d", what, got.Rows, got.Cols, want.Rows, want.Cols)
	}
	nearAll(t, what, got.Data, want.Data, tol)
}

// laPanic returns what the call panics with, "" when it does not.
func laPanic(call func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	call()
	return ""
}

// Oracles.

// laDeterminant expands along the first row.
func laDeterminant(a *Matrix) float64 {
	if a.Rows == 0 {
		return 1
	}
	if a.Rows > 6 { // expansion is too slow: eliminate with the largest pivot
		return laEliminated(a)
	}
	det, sign := 0.0, 1.0
	for j, v := range a.Row(0) {
		minor := NewMatrix(a.Rows-1, a.Rows-1)
		for i := range minor.Rows {
			copy(minor.Row(i), a.Row(i + 1)[:j])
			copy(minor.Row(i)[j:], a.Row(i + 1)[j+1:])
		}
		det += sign * v * laDeterminant(minor)
		sign = -sign
	}
	return det
}

// laEliminated returns the determinant by Gaussian elimination.
func laEliminated(a *Matrix) float64 {
	w, det := laScaled(a, 0), 1.0
	for k := range w.Rows {
		p := k
		for i := k; i < w.Rows; i++ {
			if math.Abs(w.At(i, k)) > math.Abs(w.At(p, k)) {
				p = i
			}
		}
		if p != k {
			det = -det
			for j := range w.Cols {
				x, y := w.At(k, j), w.At(p, j)
				w.Set(k, j, y)
				w.Set(p, j, x)
			}
		}
		det *= w.At(k, k)
		for i := k + 1; i < w.Rows; i++ {
			axpy(-w.At(i, k)/w.At(k, k), w.Row(k), w.Row(i))
		}
	}
	return det
}

// laGauss returns the three-point Gauss-Legendre rule on [lo, hi]: exact for polynomials up to degree 5.
func laGauss(lo, hi float64) (nodes, weights []float64) {
	mid, half := (lo+hi)/2, (hi-lo)/2
	h := half * math.Sqrt(0.6)
	return []float64{mid - h, mid, mid + h}, []float64{half * 5 / 9, half * 8 / 9, half * 5 / 9}
}

// laMercer returns the eigenvalues and eigenfunctions of f ↦ ∫k(·,z)f(z)dz for k = (1+xz)ᵖ, p ≤ 2, on [lo, hi]. With the rule
// above it is the matrix √W K √W, with eigenvectors √W φ; φ(x) = (1/λ)Σ wₖ k(x,xₖ) φ(xₖ) beyond the nodes.
func laMercer(t testing.TB, p int, lo, hi float64) ([]float64, func(i int, x float64) float64) {
	t.Helper()
	nodes, weights := laGauss(lo, hi)
	k := func(x, z float64) float64 { return math.Pow(1+x*z, float64(p)) }
	m := NewMatrix(3, 3)
	for i := range 3 {
		for j := range 3 {
			m.Set(i, j, math.Sqrt(weights[i]*weights[j])*k(nodes[i], nodes[j]))
		}
	}
	values, v := laEigen(t, m)
	return values, func(i int, x float64) float64 {
		sum := 0.0
		for j := range 3 {
			sum += math.Sqrt(weights[j]) * k(x, nodes[j]) * v.At(j, i)
		}
		return sum / values[i]
	}
}

// laQuadratic is the map of (1+⟨x,z⟩)² in the plane.
func laQuadratic(x []float64) []float64 {
	a, b := x[0], x[1]
	return []float64{1, math.Sqrt2 * a, math.Sqrt2 * b, a * a, b * b, math.Sqrt2 * a * b}
}

// laTaylor is the map of exp(−γ(x−z)²) on the line up to degree m: e^(−γx²)·√((2γ)ᵏ/k!)·xᵏ.
func laTaylor(gamma float64, m int) func([]float64) []float64 {
	return func(x []float64) []float64 {
		v := make([]float64, m+1)
		v[0] = math.Exp(-gamma * x[0] * x[0])
		for k := 1; k <= m; k++ {
			v[k] = v[k-1] * math.Sqrt(2*gamma/float64(k)) * x[0]
		}
		return v
	}
}

// laNormalized is k(x,z)/√(k(x,x)k(z,z)), 0 where that is 0/0.
func laNormalized(k Kernel[[]float64], x, z []float64) float64 {
	n := math.Sqrt(k.Eval(x, x)) * math.Sqrt(k.Eval(z, z))
	if n == 0 {
		return 0
	}
	return k.Eval(x, z) / n
}

// laForm is vᵀAv by its double sum.
func laForm(a *Matrix, v []float64) float64 {
	sum := 0.0
	for i := range v {
		for j := range v {
			sum += v[i] * a.At(i, j) * v[j]
		}
	}
	return sum
}

// laHermitianForm is xᴴAx.
func laHermitianForm(a [4]complex128, x [2]complex128) complex128 {
	return laConj(x[0])*(a[0]*x[0]+a[1]*x[1]) + laConj(x[1])*(a[2]*x[0]+a[3]*x[1])
}

func laConj(z complex128) complex128 { return complex(real(z), -imag(z)) }

var laAbsolute = KernelFunc[float64](func(x, z float64) float64 { return math.Abs(x - z) })

// laFactor is Z = Λ½Vᵀ, eigenvalues that are rounding clipped at 0.
func laFactor(t testing.TB, k *Matrix) *Matrix {
	t.Helper()
	values, v := laEigen(t, k)
	z := v.T()
	for j, lambda := range values {
		if lambda < -1e-10*max(1, values[0]) {
			t.Fatalf("eigenvalue %v of a matrix that should be semidefinite", lambda)
		}
		scale(math.Sqrt(max(0, lambda)), z.Row(j))
	}
	return z
}

// laReciprocal is 1/λ, and 0 for what is rounding beside 1.
func laReciprocal(l float64) float64 {
	if math.Abs(l) < 1e-10 {
		return 0
	}
	return 1 / l
}

func laSpectral(t testing.TB, a *Matrix, f func(float64) float64) *Matrix {
	t.Helper()
	m, err := SpectralMap(laSymmetrized(a), f)
	if err != nil {
		t.Fatalf("SpectralMap: %v", err)
	}
	return m
}

// laMap is KernelPCAMap where it must work.
func laMap(t testing.TB, k Kernel[[]float64], x [][]float64) func([]float64) []float64 {
	t.Helper()
	psi, err := KernelPCAMap(k, x)
	if err != nil {
		t.Fatalf("KernelPCAMap: %v", err)
	}
	return psi
}

// laPCA is the error of KernelPCAMap for the finite kernel k.
func laPCA(k *Matrix) error {
	index := make([]int, k.Rows)
	for i := range index {
		index[i] = i
	}
	_, err := KernelPCAMap[int](Precomputed{k}, index)
	return err
}

func laImages(f func([]float64) []float64, x [][]float64) [][]float64 {
	out := make([][]float64, len(x))
	for i := range x {
		out[i] = f(x[i])
	}
	return out
}

// laInner is ⟨ψ(x),ψ(z)⟩ on the line.
func laInner(psi func([]float64) []float64, x, z float64) float64 {
	return Dot(psi([]float64{x}), psi([]float64{z}))
}

// laSection is the function k(·,x).
func laSection(k Kernel[[]float64], x []float64) *Expansion[[]float64] {
	return &Expansion[[]float64]{Kernel: k, Points: [][]float64{x}, Coef: []float64{1}}
}

func laExpansion(r *rand.Rand, k Kernel[[]float64], n, d int) *Expansion[[]float64] {
	return &Expansion[[]float64]{Kernel: k, Points: laRowsOf(laRandom(r, n, d)), Coef: laRandom(r, 1, n).Data}
}

// laCombine is the expansion of a·f + b·g.
func laCombine(a float64, f *Expansion[[]float64], b float64, g *Expansion[[]float64]) *Expansion[[]float64] {
	c := append(slices.Clone(f.Coef), g.Coef...)
	scale(a, c[:len(f.Coef)])
	scale(b, c[len(f.Coef):])
	return &Expansion[[]float64]{Kernel: f.Kernel, Points: append(slices.Clone(f.Points), g.Points...), Coef: c, Bias: a*f.Bias + b*g.Bias}
}

// laKronecker lists all products of a coordinate of x and one of z.
func laKronecker(x, z []float64) []float64 {
	var out []float64
	for _, v := range x {
		for _, w := range z {
			out = append(out, v*w)
		}
	}
	return out
}

// Matrices to test with.

func laMatrix(t testing.TB, rows ...[]float64) *Matrix {
	t.Helper()
	m, err := MatrixOf(rows)
	if err != nil {
		t.Fatalf("MatrixOf: %v", err)
	}
	return m
}

func laDiagonal(d ...float64) *Matrix {
	m := NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Data[i*len(d)+i] = v
	}
	return m
}

func laConstant(rows, cols int, v float64) *Matrix {
	return &Matrix{rows, cols, slices.Repeat([]float64{v}, rows*cols)}
}

// laFlip has ones on the other diagonal.
func laFlip(n int) *Matrix {
	m := NewMatrix(n, n)
	for i := range n {
		m.Data[i*n+n-1-i] = 1
	}
	return m
}

func laRandom(r *rand.Rand, rows, cols int) *Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = r.NormFloat64()
	}
	return m
}

func laSymmetric(r *rand.Rand, n int) *Matrix { return laSymmetrized(laRandom(r, n, n)) }

// laGramLike is ZZᵀ/rank of a random n×rank matrix.
func laGramLike(r *rand.Rand, n, rank int) *Matrix {
	z := laRandom(r, n, rank)
	return laTimes(1/float64(rank), laSymmetrized(z.Mul(z.T())))
}

// laReflection takes the first axis to (1, …, 1)/√n: its first row is that vector, H = I − 2vvᵀ/vᵀv with v = e₀ − 1/√n.
func laReflection(n int) *Matrix {
	v := slices.Repeat([]float64{-1 / math.Sqrt(float64(n))}, n)
	v[0]++
	return laHouseholder(v)
}

func laHouseholder(v []float64) *Matrix {
	h := identity(len(v))
	if s := Dot(v, v); s > 0 {
		for i := range v {
			axpy(-2*v[i]/s, v, h.Row(i))
		}
	}
	return h
}

// laOrthogonal is a product of two random reflections.
func laOrthogonal(r *rand.Rand, n int) *Matrix {
	return laHouseholder(laRandom(r, 1, n).Data).Mul(laHouseholder(laRandom(r, 1, n).Data))
}

func laSum(a, b *Matrix) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i := range s.Data {
		s.Data[i] = a.Data[i] + b.Data[i]
	}
	return s
}

func laTimes(c float64, a *Matrix) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i, v := range a.Data {
		s.Data[i] = c * v
	}
	return s
}

// laScaled is 2ᵉA.
func laScaled(a *Matrix, e int) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i, v := range a.Data {
		s.Data[i] = math.Ldexp(v, e)
	}
	return s
}

func laSymmetrized(a *Matrix) *Matrix { return laTimes(0.5, laSum(a, a.T())) }

func laTrace(a *Matrix) float64 {
	sum := 0.0
	for i := range a.Rows {
		sum += a.At(i, i)
	}
	return sum
}

func laRowsOf(m *Matrix) [][]float64 {
	rows := make([][]float64, m.Rows)
	for i := range rows {
		rows[i] = slices.Clone(m.Row(i))
	}
	return rows
}

func laRowNorms(m *Matrix) []float64 {
	norms := make([]float64, m.Rows)
	for i := range norms {
		norms[i] = Norm(m.Row(i))
	}
	return norms
}

func laReversed(x []float64) []float64 {
	y := slices.Clone(x)
	slices.Reverse(y)
	return y
}

// Eigenvalues computed with mpmath 1.3.0, mp.dps = 150, eigsy(A, eigvals_only=True), printed to 17 digits.
var (
	// aᵢⱼ = 1/(i+j+1), exactly
	laHilbert8 = []float64{1.6959389969219495, 0.29812521131693071, 0.026212843578119048, 0.0014676881177418673,
		5.4369433697499424e-5, 1.2943320918728115e-6, 1.7988737458175767e-8, 1.1115389663724424e-10}
	// aᵢⱼ = ½·2^(−20(i+j)), aᵢᵢ = 2^(−40i)
	laGraded6 = []float64{1.0000000000002274, 6.8212102632961001e-13, 5.5145374170199407e-25, 4.7019774032890538e-37,
		4.1053665947015669e-49, 3.6300922454189076e-61}
	// tridiagonal, |10−i| on the diagonal and 1 beside it
	laWilkinson21 = []float64{10.746194182903393, 10.746194182903322, 9.2106786473613321, 9.2106786473049186,
		8.0389411228290232, 8.0389411158142733, 7.0039522095286757, 7.003951798616375, 6.000234031584167, 6.0002175222570981,
		5.000244425001913, 4.9997824777429019, 4.0043540234408567, 3.996048201383625, 3.0430992925788237, 2.9610588841857267,
		2.130209219362506, 1.7893213526950814, 0.94753436752929328, 0.25380581709667817, -1.1254415221199842}
)

// Speed.

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{100, 300} {
		a := laSymmetric(rng(1), n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Eigen(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSVD(b *testing.B) {
	for _, shape := range [][2]int{{100, 100}, {300, 100}, {300, 300}} {
		a := laRandom(rng(1), shape[0], shape[1])
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			for b.Loop() {
				if _, _, _, err := SVD(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
