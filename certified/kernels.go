// The book's kernels as the engine knows them, and the suffix automaton. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/svm"
)

// From the book's kernels to those of the engine.
//
// The engine computes many values of a kernel at once, says how exact they are, and knows which kernels have
// a feature map. So it has to look into a kernel, and to know every rounding of its values. Therefore it has
// kernels of its own, with the same formulas, and own turns those of the book into them, where a problem or a
// machine enters. By hand: Scale(2, svm.RBF{Gamma: 1}) becomes scaledKernel{2, rbfKernel{1}}. A kernel of
// your own stays as it is, also inside of a [Sum], and so does a pointer to a kernel. The book's svm.Sum,
// svm.Scale and so on return functions, into which nobody can look: they count as kernels of your own.

// own returns the engine's form of a valid kernel.
func own[T any](k svm.Kernel[T]) svm.Kernel[T] {
	made, ok := k.(interface{ own() svm.Kernel[T] })
	if ok {
		return made.own()
	}
	var form any = k
	switch k := form.(type) {
	case svm.Linear:
		form = linearKernel{}
	case svm.Polynomial:
		form = polynomialKernel(k)
	case svm.RBF:
		form = rbfKernel(k)
	case svm.Cosine:
		form = cosineKernel{}
	case svm.Substring:
		form = substringKernel{k.Weight}
	case svm.Precomputed:
		form = precomputedKernel{k.K}
	}
	return form.(svm.Kernel[T])
}

// Kernels of vectors. They panic if the vectors differ in length.

type linearKernel struct{}

func (linearKernel) Eval(x, z []float64) float64 { return dot(x, z) }

type polynomialKernel struct {
	Degree        int
	Gamma, Offset float64
}

func (p polynomialKernel) Eval(x, z []float64) float64 { return p.power(dot(x, z)) }

func (p polynomialKernel) power(s float64) float64 {
	return intPower(p.Offset+p.Gamma*s, p.Degree)
}

type rbfKernel struct{ Gamma float64 }

func (g rbfKernel) Eval(x, z []float64) float64 {
	checkLengths(x, z)
	square := 0.0 // ‖x‖² + ‖z‖² − 2⟨x,z⟩ would be inaccurate if x and z are close
	for i, v := range x {
		d := v - z[i]
		square += d * d
	}
	return math.Exp(-g.Gamma * square)
}

type cosineKernel struct{}

func (cosineKernel) Eval(x, z []float64) float64 {
	return cosine(dot(x, x), dot(x, z), dot(z, z))
}

// psdTol limits rounding errors, relative to max|K|: an eigenvalue from −psdTol·max|K| to 0 counts as 0.
const psdTol = 1e-10

// cosine returns k(x,z)/√(k(x,x)k(z,z)), without an excess over 1 from rounding: for [svm.Cosine] it is below
// psdTol up to 400,000 features. If a tiny k(x,x) underflows, the value is 0, but [SMO] refuses such an x.
func cosine(kxx, kxz, kzz float64) float64 {
	least := min(kxx, kzz)
	if least == 0 {
		return 0
	}
	if !(least >= 0x1p-1022) || !finite(max(kxx, kzz)) {
		return math.NaN()
	}
	lengths := kxx // exact, but √kxx·√kxx would be rounded
	if kxx != kzz {
		lengths = math.Sqrt(kxx) * math.Sqrt(kzz) // kxx·kzz may leave float64
	}
	c := kxz / lengths
	// A larger excess is left as it is: a trainer should see that k is no kernel.
	size := math.Abs(c)
	if 1 < size && size <= 1+psdTol {
		return math.Copysign(1, c)
	}
	return c
}

// Kernels from kernels.
//
// Each has the same type as it was made and in the engine's form: only its parts differ.

// Sum returns the kernel k₁(x,z) + k₂(x,z) + …, of at least one part. As with Product, Scale, Normalize and
// Compose a part that is nil or invalid is an error of the trainer.
func Sum[T any](ks ...svm.Kernel[T]) svm.Kernel[T] { return sumKernel[T](slices.Clone(ks)) }

type sumKernel[T any] []svm.Kernel[T]

func (ks sumKernel[T]) Eval(x, z T) (value float64) {
	for _, k := range ks {
		value += k.Eval(x, z)
	}
	return value
}

func (ks sumKernel[T]) Validate() error { return checkKernels("Sum", ks) }

func (ks sumKernel[T]) own() svm.Kernel[T] { return sumKernel[T](mapEach(ks, own[T])) }

// Product returns the kernel k₁(x,z)·k₂(x,z)·…, of at least one part.
func Product[T any](ks ...svm.Kernel[T]) svm.Kernel[T] { return productKernel[T](slices.Clone(ks)) }

type productKernel[T any] []svm.Kernel[T]

func (ks productKernel[T]) Eval(x, z T) float64 {
	value := 1.0
	for _, k := range ks {
		value *= k.Eval(x, z)
	}
	return value
}

func (ks productKernel[T]) Validate() error { return checkKernels("Product", ks) }

func (ks productKernel[T]) own() svm.Kernel[T] { return productKernel[T](mapEach(ks, own[T])) }

// checkKernels refuses an empty list, and the first part that checkKernel refuses: "Sum[1]: Kernel is nil".
func checkKernels[T any](name string, ks []svm.Kernel[T]) error {
	err := require(len(ks) > 0, svm.ErrShape, "%s of no kernels", name)
	for i, k := range ks {
		err = cmp.Or(err, within(fmt.Sprintf("%s[%d]", name, i), checkKernel(k)))
	}
	return err
}

// Scale returns the kernel c·k(x,z), 0 ≤ c < ∞.
func Scale[T any](c float64, k svm.Kernel[T]) svm.Kernel[T] { return scaledKernel[T]{c, k} }

type scaledKernel[T any] struct {
	c float64
	k svm.Kernel[T]
}

func (s scaledKernel[T]) Eval(x, z T) float64 { return s.c * s.k.Eval(x, z) }

func (s scaledKernel[T]) Validate() error {
	return cmp.Or(
		require(s.c >= 0 && finite(s.c), svm.ErrParameter, "Scale: c = %v, want 0 ≤ c < ∞", s.c),
		within("Scale", checkKernel(s.k)))
}

func (s scaledKernel[T]) own() svm.Kernel[T] { return scaledKernel[T]{s.c, own(s.k)} }

// Normalize returns the kernel k(x,z)/√(k(x,x)k(z,z)), as [svm.Normalize] does.
func Normalize[T any](k svm.Kernel[T]) svm.Kernel[T] { return normalizedKernel[T]{k} }

type normalizedKernel[T any] struct{ k svm.Kernel[T] }

func (n normalizedKernel[T]) Eval(x, z T) float64 {
	return cosine(n.k.Eval(x, x), n.k.Eval(x, z), n.k.Eval(z, z))
}

func (n normalizedKernel[T]) Validate() error { return within("Normalize", checkKernel(n.k)) }

func (n normalizedKernel[T]) own() svm.Kernel[T] { return normalizedKernel[T]{own(n.k)} }

// Where a Compose maps its points.
//
// SMO, DualQP, Verify and DecisionAll map each point of a [Compose] a few times, and do not test the context
// meanwhile. DecisionAll maps the points of the machine in every call, and again for each 4,096 of x: for
// single predictions train on mapped points. Decision maps both points of every pair.
//
// The values of all other composed kernels come from the engine of the inner kernel on mapped points.

// Compose returns the kernel k(φ(x),φ(z)), such as Compose(k, s.Apply) for a [svm.Scaler] s. φ must give the
// same value each time and not modify its argument. It is called a few times for each point.
func Compose[S, T any](k svm.Kernel[T], phi func(S) T) svm.Kernel[S] {
	return composedKernel[S, T]{k, phi}
}

// A mappingKernel has the engine of another kernel, for points of another type.
type mappingKernel[T any] interface {
	engineOf(queries, points []T) *engine
}

type composedKernel[S, T any] struct {
	k   svm.Kernel[T]
	phi func(S) T
}

func (c composedKernel[S, T]) Eval(x, z S) float64 { return c.k.Eval(c.phi(x), c.phi(z)) }

func (c composedKernel[S, T]) Validate() error {
	return cmp.Or(
		require(c.phi != nil, svm.ErrParameter, "Compose: phi is nil"),
		within("Compose", checkKernel(c.k)))
}

func (c composedKernel[S, T]) own() svm.Kernel[S] { return composedKernel[S, T]{own(c.k), c.phi} }

// engineOf returns the engine of the inner kernel on mapped queries and points.
func (c composedKernel[S, T]) engineOf(queries, points []S) *engine {
	return newEngine(c.k, mapEach(queries, c.phi), mapEach(points, c.phi))
}

func (c composedKernel[S, T]) rows(queries, points []S) rows {
	return newRows(c.k, mapEach(queries, c.phi), mapEach(points, c.phi))
}

// The parts of a kernel have to take the points too.

func (ks sumKernel[T]) checkInputs(x []T) error { return checkParts(ks, x) }

func (ks productKernel[T]) checkInputs(x []T) error { return checkParts(ks, x) }

func (s scaledKernel[T]) checkInputs(x []T) error { return checkPart(s.k, x) }

func (n normalizedKernel[T]) checkInputs(x []T) error { return checkPart(n.k, x) }

// checkPart refuses points that a kernel of the engine cannot take. Most kernels take all.
func checkPart[T any](k svm.Kernel[T], x []T) error {
	c, ok := k.(interface{ checkInputs(x []T) error })
	if !ok {
		return nil
	}
	return c.checkInputs(x)
}

func checkParts[T any](ks []svm.Kernel[T], x []T) error {
	for _, k := range ks {
		err := checkPart(k, x)
		if err != nil {
			return err
		}
	}
	return nil
}

// checkInputs refuses points whose φ(x) the inner kernel cannot take.
func (c composedKernel[S, T]) checkInputs(x []S) error {
	points := mapEach(x, c.phi)
	err := checkPoints("X", points)
	if err == nil {
		err = checkPart(c.k, points)
	}
	return within("Compose: φ(X)", err)
}

type precomputedKernel struct{ K *svm.Matrix }

// Eval returns the entry, and NaN if an index is out of range.
func (p precomputedKernel) Eval(i, j int) float64 {
	row := max(i, j)
	col := min(i, j)
	if !complete(p.K) || col < 0 || row >= min(p.K.Rows, p.K.Cols) {
		return math.NaN()
	}
	return p.K.At(row, col)
}

// checkInputs refuses inputs that are no indices of K, which Validate has found square.
func (p precomputedKernel) checkInputs(x []int) error {
	n := p.K.Rows
	for i, id := range x {
		if id < 0 || id >= n {
			return faultf(svm.ErrParameter,
				"X[%d] = %d, want an index of the %d×%[3]d matrix: 0 to %d", i, id, n, n-1)
		}
	}
	return nil
}

// What a trainer asks of a kernel.

// checkKernel refuses nil, and calls the method Validate of a kernel that has one.
func checkKernel[T any](k svm.Kernel[T]) error {
	if k == nil {
		return faultf(svm.ErrParameter, "Kernel is nil, want svm.Linear{}, svm.RBF{Gamma: 1}, "+
			"svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1} or another kernel")
	}
	v, ok := k.(interface{ Validate() error })
	if !ok {
		return nil
	}
	return v.Validate()
}

// checkInputs refuses points of which a trainer cannot make a Gram matrix with this kernel.
func checkInputs[T any](x []T, k svm.Kernel[T]) error {
	err := cmp.Or(checkPoints("X", x), checkKernel(k))
	if err != nil {
		return err
	}
	return checkPart(own(k), x)
}

// checkLinear refuses any kernel but Linear.
func checkLinear[T any](k svm.Kernel[T]) error {
	_, linear := any(k).(svm.Linear)
	return cmp.Or(
		checkKernel(k),
		require(linear, errors.ErrUnsupported,
			"w needs the kernel svm.Linear{}: map or scale the points first"))
}

// The suffix automaton.
//
// A string x of length n has up to n(n+1)/2 different substrings, too many to list. But they fall into at
// most 2n groups, if two substrings that end at the same places of x are in one group. The length of a group
// is that of its longest string. Its count, the number of these places, says how often each of its strings
// occurs in x. By hand, x = "aba" has three groups, and the root, the group of the empty string:
//
//	         ends at   count                  a          b          a
//	a        1, 3      2           (root) ───────▶ a ───────▶ ab ───────▶ aba
//	b, ab    2         1              └──────────────── b ────▲
//	ba, aba  3         1           links: a ⇢ root, ab ⇢ root, aba ⇢ a
//
// The picture shows a group by its longest string. An arrow with a letter leads from the group of a string to
// the group of the string with this letter added at its end. To find the link of a group, take one of its
// strings, and remove letters at its front until the rest ends at more places of x. The link leads to the
// group of this rest. For example, aba becomes ba, which is in the same group, and then a, which also ends at
// place 1. So aba ⇢ a. All this is the suffix automaton of x, and the groups are its states.
//
// Now read z letter by letter. The match at a place of z is the longest ending of the letters read so far
// that occurs in x. To find the match, keep its group and its length. Begin at the root, with length 0:
//
//	for each letter of z:
//	    until the group has an arrow with the letter, or is the root:
//	        follow the link; the length is now that of the new group
//	    if the group has an arrow with the letter: follow it; the length grows by 1
//	    otherwise the letter is not in x, and the match is empty
//
// The match and its shorter endings are the common substrings that end at this place of z. Each adds its
// weight times its count to k(x,z). By hand, let z = "bab", and let all weights be 1. The matches are b, ba
// and ab. (For the last letter, b, the group of ba has no arrow. Its link leads to the group of a, and from
// there the arrow b leads to the group of ab.) They add 1, 1 + 2 and 1 + 1, together 6.
//
// A match may have many endings, but they need not be listed. Let N(ℓ) be the sum of #ₛ(x)·#ₛ(z) over the
// strings s of length ℓ. Then k(x,z) = Σ_ℓ Weight(ℓ)·N(ℓ). A place of z whose match has ℓ letters or more
// adds to N(ℓ) the count of the match's ending of length ℓ. While ℓ falls, this count stays the same as long
// as the ending is in one group, and grows when the ending comes to the linked group. So we note where it
// grows and by how much, in numbers grown(ℓ) that are 0 at first:
//
//	for each place of z whose match is not empty:
//	    add the count of its group to grown(length of the match)
//	for each group but the root, in the order of falling length:
//	    let places be how many places of z have come to this group, by their match or by links
//	    add places·(count of the linked group − count of this group) to grown(length of the linked group)
//	N(ℓ) = grown(ℓ) + grown(ℓ+1) + …
//
// In the example grown(2) = 1 + 1 [the matches ba and ab, each once in x], and grown(1) is the sum of 1 [the
// match b] and 1·(2 − 1) [ba ⇢ a: ba occurs once, a twice]. So N(2) = 2, N(1) = 2 + 2 and k = 2 + 4 = 6.
//
// A match grows by one with a letter and shrinks with a link, so to find all matches no more links are
// followed than z has letters. If every substring had its own weight, to read all weights would
// take longer [SL-50].

type substringKernel struct{ weight func(length int) float64 }

// Eval returns k(x,z), by the suffix automaton of the shorter string.
func (s substringKernel) Eval(x, z string) float64 {
	if len(x) > len(z) {
		x, z = z, x // the shorter string has the smaller automaton
	}
	return newAutomaton(x).inner(z, s.weight)
}

// An automaton is the suffix automaton of a string of n letters. State ℓ ≤ n is the group of the prefix
// of length ℓ, so the root is state 0. The clones follow. It serves one string z after the other.
type automaton struct {
	column [256]int         // of each letter, from 1 on; 0 for a letter that the string lacks
	cols   int              // number of columns of the table of arrows
	arrows []int32          // row v: targets of the arrows from v, 0 for none; column 0 is empty
	states []automatonState // at most 2n, in memory that is reserved: pointers into it stay valid
	grown  []float64        // by how much the count grows at each length, for the present z
}

type automatonState struct {
	length int     // greatest length in the group
	link   int     // −1 for the root
	next   int     // the next shorter state, 0 after the last; that of the root is the longest
	count  float64 // how often its strings occur in x
	places float64 // how many matches have come to this group, for the present z
}

// inner returns Σₛ weight(|s|)·#ₛ(x)·#ₛ(z) for the string x of the automaton, or NaN if a weight that it
// needs is not allowed. It asks only for the weights of common substrings, because others may overflow.
func (a *automaton) inner(z string, weight func(length int) float64) float64 {
	if weight == nil {
		return math.NaN()
	}
	grown := append(a.grown[:0], 0)
	v := 0
	match := 0
	for i := range len(z) {
		// Invariant: match is the length of the longest ending of z[:i] that occurs in x, and v is its state.
		c := a.column[z[i]]
		for v > 0 && a.arrows[v*a.cols+c] == 0 {
			v = a.states[v].link
			match = a.states[v].length
		}
		v = int(a.arrows[v*a.cols+c])
		if v == 0 {
			continue // the letter is not in x, and match is 0
		}
		match++
		if match == len(grown) {
			grown = append(grown, 0)
		}
		s := &a.states[v]
		grown[match] += s.count
		s.places++
	}
	a.grown = grown
	a.shorten()
	return a.sum(weight)
}

// shorten follows the links of all places to the root.
func (a *automaton) shorten() {
	v := a.states[0].next
	for v > 0 {
		s := &a.states[v]
		if s.places > 0 {
			link := &a.states[s.link]
			a.grown[link.length] += s.places * (link.count - s.count)
			link.places += s.places
			s.places = 0
		}
		v = s.next
	}
}

// sum returns Σ_ℓ weight(ℓ)·N(ℓ). Each N(ℓ) is exact below 2⁵³, so x and z may be exchanged.
func (a *automaton) sum(weight func(length int) float64) (k float64) {
	pairs := 0.0 // N(ℓ)
	length := len(a.grown) - 1
	for length > 0 {
		pairs += a.grown[length]
		factor := weight(length)
		if !(factor >= 0) {
			return math.NaN()
		}
		k += factor * pairs
		length--
	}
	return k
}

// Building the automaton.
//
// Read x letter by letter. With each letter the old prefix, which has been read, becomes the new prefix:
//
//	1. make a group for the new prefix
//	2. from the group of the old prefix on follow the links, and give each group an arrow with the letter to
//	   the new group, until a group A already has an arrow with the letter
//	3. if no group has such an arrow: the letter is new, link the new group to the root
//	4. otherwise let B be the group to which the arrow of A leads, and s the longest string of A with the
//	   letter added. If s is the longest string of B: link the new group to B
//	5. otherwise split B: s and the shorter strings of B become a group of their own, the clone, with the
//	   arrows and the link of B. Link B and the new group to the clone. Redirect to the clone the arrows with
//	   the letter that lead to B from A and from the groups along the links of A
//
// Why? The endings of the new prefix are those of the old prefix with the letter added [1 to 3]. Of these, s
// is the longest that has occurred before, so the link has to lead to its group [4]. But if B has longer
// strings, these do not end at the new place, while s and the shorter ones do [5]. For example, the last
// letter of "abb" splits b from ab, because b now ends at one place more:
//
//	{b, ab} ⇢ root     becomes     {ab} ⇢ {b} ⇢ root,   and the arrow b of the root leads to {b}
//
// The first letter adds one group, any other at most two. So there are at most 2n groups, root included.
// Fewer than 3n arrows are added or redirected, without the copies of line 5. How often does a string
// occur? Each place where it ends is the end of a prefix of x, whose group is that of the string, or leads
// to it by links. So give the group of each prefix a 1 and each clone a 0. Then, the longest first, each
// group adds its count to that of the linked group.
//
// The arrows are in a table with a row for each state, and σ columns, one for each different letter of x. So
// the time to clear the table, and to copy its rows in line 5, has the factor σ: O(σ|x| + |z|) in all. An
// arrow has 32 bits, enough for 2n states up to n = 2³⁰. Beyond, k may be wrong.

func newAutomaton(x string) *automaton {
	n := len(x)
	a := &automaton{
		cols:   1,
		states: make([]automatonState, n+1, 2*n+1),
	}
	for i := range n {
		if a.column[x[i]] == 0 {
			a.column[x[i]] = a.cols
			a.cols++
		}
	}
	a.arrows = make([]int32, cap(a.states)*a.cols)
	a.states[0].link = -1
	for i := range n {
		a.addLetter(i, a.column[x[i]])
	}
	a.count()
	return a
}

// count lets each state add its count to that of its link, longest strings first.
func (a *automaton) count() {
	v := a.states[0].next
	for v > 0 {
		s := a.states[v]
		a.states[s.link].count += s.count
		v = s.next
	}
}

func (a *automaton) row(v int) []int32 { return a.arrows[v*a.cols : (v+1)*a.cols] }

// addLetter adds the letter of column c to the prefix of length last.
func (a *automaton) addLetter(last, c int) {
	added := last + 1
	root := &a.states[0]
	s := &a.states[added]
	s.length = added
	s.count = 1
	s.next = root.next
	root.next = added
	p := last
	for p >= 0 && a.row(p)[c] == 0 {
		a.row(p)[c] = int32(added)
		p = a.states[p].link
	}
	if p >= 0 {
		s.link = a.split(p, c)
	}
}

// split returns the state of the strings of p with the letter of column c added: the state q to which the
// arrow leads if q has no longer strings, otherwise a clone of it.
func (a *automaton) split(p, c int) int {
	to := a.row(p)[c]
	q := &a.states[to]
	length := a.states[p].length + 1
	if q.length == length {
		return int(to)
	}
	clone := len(a.states)
	prefix := &a.states[length]
	a.states = append(a.states, automatonState{
		length: length,
		link:   q.link,
		next:   prefix.next,
	})
	prefix.next = clone
	q.link = clone
	copy(a.row(clone), a.row(int(to)))
	for p >= 0 && a.row(p)[c] == to {
		a.row(p)[c] = int32(clone)
		p = a.states[p].link
	}
	return clone
}
