// Numbers as people write them.
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// numbers reads the words of a list, which may stand in brackets.
func numbers(words []string) (list []float64, err error) {
	for _, word := range words {
		v, err := number(word)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

var (
	brackets = strings.NewReplacer("[", "(", "]", ")", "{", "(", "}", ")")
	literal  = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?`)
	roots    = []string{"√", `\sqrt`, "sqrt"}
	vulgar   = map[string]float64{
		"½": 1. / 2, "⅓": 1. / 3, "⅔": 2. / 3, "¼": 1. / 4, "¾": 3. / 4,
		"⅕": 1. / 5, "⅖": 2. / 5, "⅗": 3. / 5, "⅘": 4. / 5, "⅙": 1. / 6, "⅚": 5. / 6,
		"⅐": 1. / 7, "⅛": 1. / 8, "⅜": 3. / 8, "⅝": 5. / 8, "⅞": 7. / 8, "⅑": 1. / 9, "⅒": 1. / 10,
	}
)

// number reads a word such as -2, .25, 1e-3, 1/3, 1½, 2√2, sqrt(2)/4, \frac{1}{3} and inf. A divisor of two
// factors stands in brackets, because 1/2√2 has two meanings.
func number(word string) (float64, error) {
	if strings.Contains(word, ",") {
		const format = "%q: write a decimal point, and a blank between two numbers"
		return 0, fmt.Errorf(format, word)
	}
	plain := strings.ToLower(brackets.Replace(word))
	opened := strings.Count(plain, "(") - strings.Count(plain, ")")
	if opened > 0 { // a list begins
		plain = strings.TrimPrefix(plain, "(")
	}
	if opened < 0 {
		plain = strings.TrimSuffix(plain, ")")
	}
	r := reader{rest: plain}
	v := r.quotient()
	if r.byZero {
		return 0, fmt.Errorf("%q divides by 0", word)
	}
	if r.rest != "" || math.IsNaN(v) {
		const format = `%q is no number, such as -2, 0.25, 1/3, ½, √2/4, 1/(2√2), \frac{1}{3} or inf`
		return 0, fmt.Errorf(format, word)
	}
	return v, nil
}

// A reader reads the rest of a word from the left. What is no number is NaN.
type reader struct {
	rest   string
	byZero bool // a divisor is 0
}

// take takes one of some beginnings off the rest.
func (r *reader) take(beginnings ...string) bool {
	for _, beginning := range beginnings {
		rest, found := strings.CutPrefix(r.rest, beginning)
		if found {
			r.rest = rest
			return true
		}
	}
	return false
}

// quotient reads a sign, a product, and a divisor if there is one.
func (r *reader) quotient() float64 {
	sign := 1.0
	if r.take("-") {
		sign = -1
	} else {
		r.take("+")
	}
	v := sign * r.product()
	if r.take("/") {
		v = r.over(v, r.factor())
	}
	return v
}

// product reads factors. A root needs no sign before it.
func (r *reader) product() float64 {
	v := r.factor()
	for {
		switch {
		case r.take("*", "·", `\cdot`):
			v *= r.factor()
		case r.take(roots...):
			v *= math.Sqrt(r.factor())
		default:
			return v
		}
	}
}

func (r *reader) factor() float64 {
	switch {
	case r.take("("):
		v := r.quotient()
		if !r.take(")") {
			return math.NaN()
		}
		return v
	case r.take(roots...):
		return math.Sqrt(r.factor())
	case r.take(`\frac`, `\dfrac`, `\tfrac`):
		above := r.argument()
		return r.over(above, r.argument())
	case r.take("∞", `\infty`, "infinity", "inf"):
		return math.Inf(1)
	}
	return r.literal()
}

// argument reads what follows \frac: a digit, or brackets.
func (r *reader) argument() float64 {
	if r.rest == "" || r.rest[0] == '(' {
		return r.factor()
	}
	v, err := strconv.ParseUint(r.rest[:1], 10, 64)
	if err != nil {
		return math.NaN()
	}
	r.rest = r.rest[1:]
	return float64(v)
}

// literal reads digits, a sign such as ½, or a whole number and such a sign.
func (r *reader) literal() float64 {
	text := literal.FindString(r.rest)
	r.rest = r.rest[len(text):]
	whole, err := strconv.ParseFloat(text, 64)
	for sign, part := range vulgar {
		if r.take(sign) {
			if strings.ContainsAny(text, ".e") {
				return math.NaN()
			}
			return whole + part // of no digits whole is 0
		}
	}
	if err != nil {
		return math.NaN()
	}
	return whole
}

func (r *reader) over(v, divisor float64) float64 {
	r.byZero = r.byZero || divisor == 0
	return v / divisor
}

// half returns half a unit of the last digit after the point, 0 if a word is more than digits and a sign.
func half(word string) float64 {
	word = strings.ToLower(strings.Trim(word, "+-()[]"))
	_, digits, _ := strings.Cut(word, ".")
	digits, exponent, scientific := strings.Cut(digits, "e")
	if digits == "" || literal.FindString(word) != word {
		return 0
	}
	if !scientific {
		exponent = "0"
	}
	unit, _ := strconv.ParseFloat("1e"+exponent, 64)
	return 0.5 * unit * math.Pow10(-len(digits))
}
