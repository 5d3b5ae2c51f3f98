//go:build ignore

// Live plays with the figure of a page that testdata/book.go has written, in a browser, if one is installed:
//
//	go run .ci/live.go FILE
//
// A script in the page waits for the figure, drags, adds and removes points, turns every knob, and tells what it sees
// beside what the book says.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

func main() {
	if len(os.Args) != 2 {
		exit(errors.New("usage: go run .ci/live.go FILE"))
	}
	page, err := os.ReadFile(os.Args[1])
	exit(err)
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err == nil {
			browser = path
		}
	}
	if browser == "" {
		fmt.Println("note: no browser is installed, and nobody has played with the figure")
		return
	}
	dir, err := os.MkdirTemp("", "live")
	exit(err)
	out, err := play(browser, dir, string(page)+driver)
	os.RemoveAll(dir)
	exit(err)
	told := regexp.MustCompile(`(?s)<output id="played">(.*?)</output>`).FindStringSubmatch(out)
	if told == nil {
		exit(errors.New("the figure has not ended to play"))
	}
	if told[1] != "" {
		exit(errors.New("the figure to play with:" + html.UnescapeString(told[1])))
	}
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play opens a telephone's width of the page, and returns what the page is at the end. The time of the page is virtual:
// it stands still while the browser works.
func play(browser, dir, page string) (string, error) {
	name := filepath.Join(dir, "page.html")
	exit(os.WriteFile(name, []byte(page), 0o644))
	out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=500,900",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=10000000",
		"--dump-dom", "file://"+name).Output()
	return string(out), err
}

// driver is the script. A fault names what was done, what is seen and what was expected.
const driver = `<script>
(async () => {
	const figure = document.querySelector("#figure-students"), faults = [];
	const $ = name => figure.querySelector(name), all = name => [...figure.querySelectorAll(name)];
	const expect = (what, got, want) => { if (String(got) != String(want)) faults.push("\n" + what + ": " + got + ", want " + want); };
	const tick = () => new Promise(done => setTimeout(done, 20));
	const ready = async () => { do await tick(); while ($(".plane").ariaBusy != "false"); };
	const is = $("form").elements, cell = (i, j) => $("table").rows[i].cells[j].textContent, points = () => all(".plane button");
	const alphas = () => [...$("table").rows].slice(1).map(row => row.cells[2].textContent);
	const facts = (what, ...parts) => parts.forEach(part => expect(what + " has " + part, $(".facts").textContent.includes(part), true));
	const street = () => all(".plane .c2").length == 1;
	const turn = async (name, value) => { is[name].value = value; is[name].dispatchEvent(new Event("input", { bubbles: true })); await ready(); };
	const press = async name => { is[name].click(); await ready(); };
	const key = async (i, key) => { points()[i].focus(); points()[i].dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); await ready(); };
	const pixel = (x, y) => { // of a point of the plane from 0 to 10
		const frame = $(".plane .frame").getBoundingClientRect();
		return { clientX: frame.left + x / 10 * frame.width, clientY: frame.bottom - y / 10 * frame.height, pointerId: 1, bubbles: true };
	};
	const drag = async (i, x, y) => {
		const send = (kind, at) => points()[i].dispatchEvent(new PointerEvent("pointer" + kind, at));
		send("down", { pointerId: 1, bubbles: true });
		for (let k = 1; k <= 3; k++) { send("move", pixel(x, y - .3 + k / 10)); await tick(); }
		send("up", pixel(x, y));
		await ready();
	};
	Element.prototype.setPointerCapture = function () { this.held = true; }; // no finger is there to be captured
	Element.prototype.hasPointerCapture = function () { return this.held; };
	document.querySelectorAll("section, article").forEach(e => e.contains(figure) || e.remove()); // a short page is fast
	const height = figure.offsetHeight;
	await ready();
	const seen = () => [".told", ".facts", "table", ".plane", "form"].map(name => $(name).textContent).join("; ");
	const first = seen();

	expect("the height that is kept free", figure.offsetHeight, height);
	facts("eight students", "w = (0.6667, 0.6667), 2/‖w‖ = 2.121", "P = 2.444, D = 2.444, P − D < 10⁻⁶, v < 10⁻⁶", "b = −7,", "least for b = −7");
	expect("rows that are marked at first", all("tr.chosen").length, 0);
	expect("eight α", alphas(), "0,0.4444,0,1,0.8519,0,0.5926,0");
	expect("slack and F of student 4", [cell(4, 0), cell(4, 4), cell(4, 5)], "4,2,−9");
	expect("numbers in the picture", all(".plane .name").map(e => e.textContent), "1,2,3,4,5,6,7,8");
	expect("slack in the picture", all(".plane svg svg .slack").length, 1);
	expect("the static picture is hidden", getComputedStyle(figure.querySelector(":scope > svg")).display, "none");
	expect("a swipe", [getComputedStyle($(".plane")).touchAction, getComputedStyle(points()[0]).touchAction], "auto,none");
	expect("small controls", all("select, form button, input, .plane button").filter(e => e.offsetHeight < 38).length, 0);
	expect("small letters", parseFloat(getComputedStyle($("td")).fontSize) >= 13, true);

	await drag(0, 2, 4);
	expect("student 1 after a drag", points()[0].ariaLabel, "point 1, class -1, at 2, 4");
	expect("its row", [cell(1, 2), cell(1, 3), $("tr.chosen").rowIndex], "0,3,1");
	facts("student 1 after a drag", "w = (0.6667, 0.6667)");
	await drag(7, 12, 6);
	expect("student 8 after a drag out of the plane", points()[7].ariaLabel, "point 8, class 1, at 10, 6");
	await drag(1, 4, 7);
	expect("student 2 after a drag moves w", $(".facts").textContent.includes("w = (0.6667, 0.6667)"), false);
	await key(2, "ArrowUp");
	expect("student 3 after a key", points()[2].ariaLabel, "point 3, class -1, at 3, 4.1");
	await key(3, "Delete");
	expect("without student 4", [points().length, $("table").rows.length, points()[3].ariaLabel], "7,8,point 4, class 1, at 4, 8");
	await key(0, "+");
	expect("one more by a key", [points().length, points()[7].ariaLabel, $("tr.chosen").rowIndex], "8,point 8, class 1, at 5, 5,8");
	is.tool.value = -1;
	$(".plane").dispatchEvent(new MouseEvent("click", pixel(9, 1)));
	await ready();
	expect("one more by a click", [points().length, points()[8].ariaLabel], "9,point 9, class -1, at 9, 1");
	is.tool.value = "remove";
	points()[8].click();
	await ready();
	expect("one less by a click", points().length, 8);
	await turn("kernel", 3);
	await turn("price", 2);
	await press("reset");
	expect("after reset", [seen() == first, is.kernel.value, is.price.value, is.tool.value], "true,1,7,move");

	const borders = [$(".plane .c2").getAttribute("d")];
	for (const kernel of [2, 3, 0]) {
		await turn("kernel", kernel);
		borders.push($(".plane .c2").getAttribute("d"));
	}
	await turn("rate", 7);
	borders.push($(".plane .c2").getAttribute("d"));
	expect("different borders of five kernels", new Set(borders).size, 5);
	expect("the title", $(".plane .h").textContent, "k(x,z) = exp(−2‖x−z‖²), C = 1");
	await turn("scene", "xor");
	expect("XOR", alphas(), "0.125,0.125,0.125,0.125");
	await turn("scene", "two");
	facts("two points, C = ¼", "w = (0.5, 0)", "P = 0.375, D = 0.375", "b = −1, the middle of −1.5", "least for b from −1.5 to −0.5");
	await turn("scene", "students");
	await turn("price", is.price.max);
	expect("C = ∞", [street(), /^No street is drawn: .*P = \+Inf, D = /.test($(".told").textContent), is.C.value], "false,true,∞");
	await key(3, "Delete");
	expect("C = ∞ without student 4", street(), true);
	for (let k = 0; k < 3; k++) await key(0, "Delete");
	expect("one class", /^All points are of one class/.test($(".told").textContent), true);

	await turn("scene", "step");
	const n = +is.steps.value.match(/of (\d+)/)[1];
	expect("which pair", $(".told").textContent, "Step 1 (dashed): β5 grows and β2 shrinks by 0.4; D gains 0.4.");
	expect("F after a step", [1, 2, 3, 4, 5, 6, 7, 8].map(i => cell(i, 5)), "−3.8,−5.4,−5,−8.2,−5.4,−6.6,−6.6,−7.8");
	facts("a step", "v = 2.8");
	expect("a step: the legend", $(".plane").textContent.includes("0 < α < C so far"), true);
	await press("next");
	await press("next");
	expect("three steps", is.steps.value, "3 of " + n + " steps");
	await press("back");
	expect("one step back", is.steps.value, "2 of " + n + " steps");
	await press("first");
	expect("no step", [is.steps.value, street(), alphas()], "0 of " + n + " steps,false,0,0,0,0,0,0,0,0");
	await press("back");
	expect("none before the first", is.steps.value, "0 of " + n + " steps");
	await press("last");
	expect("all steps", [is.steps.value, street()], n + " of " + n + " steps,true");
	await press("next");
	expect("none after the last", is.steps.value, n + " of " + n + " steps");
	await press("back");
	expect("back from the end", is.steps.value, n - 1 + " of " + n + " steps");
	expect("two curves", all(".curves svg svg path").length, 5);
	return faults;
})().catch(fault => ["\n" + fault]).then(faults => {
	const out = document.createElement("output");
	out.id = "played";
	out.textContent = faults.join("");
	document.body.append(out);
});
</script>`
