// The figure to play with, in place of the picture of the eight students. It waits for its program, live.go, which the
// page has in the script "live-program", and runs it for each scene. The calls are the part of WASI that Go asks for.
async function run(module, input) {
	const stdin = new TextEncoder().encode(input), text = new TextDecoder();
	let memory, read = 0, out = "";
	const view = () => new DataView(memory.buffer), bytes = (at, n) => new Uint8Array(memory.buffer, at, n);
	const put = (at, v) => (view().setUint32(at, v, true), 0);
	const parts = (at, n, move) => { // of a list of places and lengths; how many bytes were moved
		let done = 0;
		for (let k = at; k < at + 8 * n; k += 8)
			done += move(bytes(view().getUint32(k, true), view().getUint32(k + 4, true)));
		return done;
	};
	const calls = {
		args_sizes_get: (n, size) => put(n, 1) || put(size, 2),
		args_get: (list, at) => (bytes(at, 2).set([108, 0]), put(list, at)),
		environ_sizes_get: (n, size) => put(n, 0) || put(size, 0),
		clock_time_get: (id, exact, at) => (view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true), 0),
		random_get: (at, n) => (crypto.getRandomValues(bytes(at, n)), 0),
		fd_read: (fd, at, n, got) => put(got, parts(at, n, to => {
			const part = stdin.subarray(read, read += to.length);
			return to.set(part), part.length;
		})),
		fd_write: (fd, at, n, got) => put(got, parts(at, n, from => (out += text.decode(from, { stream: true }), from.length))),
		fd_fdstat_get: (fd, at) => (bytes(at, 24).fill(0), view().setUint8(at, 2), 0),
		fd_prestat_get: () => 8,
		poll_oneoff: (at, to, n, got) => put(got, n),
		proc_exit: code => { throw code; },
	};
	const names = {};
	for (const { name } of WebAssembly.Module.imports(module)) names[name] = calls[name] || (() => 0);
	const program = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: names });
	memory = program.exports.memory;
	try { program.exports._start(); } catch (end) { if (typeof end != "number") throw end; }
	return JSON.parse(out);
}

(async figure => {
	if (!figure) return;
	const prices = [.01, .02, .05, .1, .2, .25, .5, 1, 2, 5, 10, 20, 50, 100, 1000, 0], rates = [.01, .02, .05, .1, .2, .5, 1, 2, 5, 10];
	const students = {
		X: [[1, 5], [2, 7], [3, 4], [6, 6], [4, 8], [6, 7], [7, 5], [8, 6]], Y: [-1, -1, -1, -1, 1, 1, 1, 1],
		Low: 0, Size: 10, C: 1, Degree: 1, Gamma: .1, Steps: -1, Chosen: -1,
	};
	const presets = {
		students,
		step: { ...students, Steps: 1 },
		two: { ...students, X: [[3, 2], [1, 2]], Y: [1, -1], Size: 4, C: .25 },
		xor: { ...students, X: [[1, 1], [-1, -1], [-1, 1], [1, -1]], Y: [-1, -1, 1, 1], Low: -2, Size: 4, Degree: 2, Gamma: 1 },
		island: { ...students, X: [[5, 5], [4.5, 6], [5.5, 4.2], [6, 5.5], [2, 5], [3, 8], [6, 8.5], [8.5, 7], [8, 3.5], [5.5, 1.5], [2.5, 2]],
			Y: [1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1], C: 10, Degree: 0 },
	};
	const live = document.createElement("div");
	live.className = "live";
	live.innerHTML = `<style>
@media screen { #figure-students { float: none; clear: both; width: auto; max-width: 60rem; margin: 1.2rem 0; } #figure-students > svg { display: none; } }
@media print { #figure-students .live { display: none; } }
.live { display: grid; grid-template-columns: minmax(0, 30rem); gap: .5rem 1.5rem; font-size: .9rem; line-height: 1.45; }
.live p { max-width: none; margin: 0; }
.live .told { min-height: 2.9em; align-self: end; }
.live .plane { position: relative; aspect-ratio: 480 / 601; }
.live div > svg { display: block; width: 100%; }
.live .plane button { position: absolute; width: 2.4rem; height: 2.4rem; margin: -1.2rem; padding: 0; border: 2px none var(--ink); border-radius: 50%;
	background: none; touch-action: none; cursor: move; -webkit-tap-highlight-color: transparent; }
.live .plane .chosen { border-style: dotted; }
.live .bar { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .6rem; }
.live .bar :is(select, button, input) { min-width: 40px; height: 40px; font: inherit; }
.live output { min-width: 2em; }
.live [type="range"] { width: 7rem; vertical-align: middle; }
.live .facts { min-height: 8.8em; margin: .5rem 0; font-variant-numeric: tabular-nums; }
.live .table { height: 12.5rem; overflow: auto; }
#figure-students table { display: table; margin: 0; font-size: 14px; width: 100%; }
#figure-students td { padding: 0 .4em 0 .1em; white-space: nowrap; font-variant-numeric: tabular-nums; }
.live tr:first-child { position: sticky; top: 0; background: var(--page); font-weight: bold; }
.live tr.chosen { background: var(--line); }
.live .curves { aspect-ratio: 480 / 180; }
.live .tasks { grid-column: 1 / -1; max-width: 38rem; }
@media (prefers-color-scheme: dark) { .live div > svg { filter: invert(.89) hue-rotate(180deg); } }
@media (max-width: 40rem) { .live .told { min-height: 5.8em; } }
@media (min-width: 80rem) { .live { grid-template-columns: 30rem minmax(0, 1fr); } .live .told { grid-column: 1 / -1; } }
</style><p class="told" role="status"></p><div class="plane" role="group" aria-label="points"></div>
<div><form class="bar"><select name="scene" aria-label="example"><option value="students">eight students<option value="step">first step of SMO<option
value="two">two points by hand<option value="xor">XOR<option value="island">an island</select> <button type="button" name="reset">reset</button>
<select name="tool" aria-label="what a click does"><option value="move">move points<option value="1">add +1<option value="-1">add −1<option
value="remove">remove points</select>
<select name="kernel" aria-label="kernel"><option value="1">linear kernel<option value="2">degree 2<option value="3">degree 3<option
value="0">Gaussian</select>
<label>C <input name="price" type="range" min="0" max="${prices.length - 1}"> <output name="C"></output></label>
<label>γ <input name="rate" type="range" min="0" max="${rates.length - 1}"> <output name="gamma"></output></label>
<span class="bar"><button type="button" name="first">start</button><button type="button" name="back">− 1</button><output
name="steps"></output><button type="button" name="next">+ 1</button><button type="button" name="last">end</button></span></form>
<p class="facts"></p><div class="table" tabindex="0" role="region" aria-label="table"></div><div class="curves"></div></div>
<div class="tasks"><p>Drag the points, or choose one by the Tab key and move it by the arrow keys; Delete removes it, + and − add
one. The methods of this book, compiled for your browser, train each machine and draw it. Some things to try:</p>
<ol><li>Move student 1 a little. What changes, and why? How far can student 1 go before the street moves?
<li>Go to the start, and take three steps. D rises at each. Why does P rise at the second and third?
<li>Take C = ∞. Why is there no street? Move one student so that there is one.
<li>XOR and the island: which kernels put every point on its side? What do α and the border do if γ rises?</ol></div>`;
	figure.insertBefore(live, figure.querySelector("figcaption"));
	const [plane, form, told, facts, table, curves] = [".plane", "form", ".told", ".facts", ".table", ".curves"].map(c => live.querySelector(c));
	const is = form.elements;
	plane.append(figure.querySelector("svg").cloneNode(true));
	if (document.readyState == "loading") await new Promise(done => addEventListener("DOMContentLoaded", done));
	const packed = Uint8Array.from(atob(document.querySelector("#live-program").textContent), c => c.charCodeAt(0));
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
	let s, seen, total = 0, busy = false, again = false;
	const round = v => Math.round(v * 200 / s.Size) * s.Size / 200, inside = v => Math.min(s.Low + s.Size, Math.max(s.Low, round(v)));
	const place = () => { // a button for each point, and a mark in its row
		while (plane.querySelectorAll("button").length > s.X.length) plane.querySelector("button:last-of-type").remove();
		while (plane.querySelectorAll("button").length < s.X.length) plane.append(button());
		plane.querySelectorAll("button").forEach((b, i) => {
			const [x, z] = s.X[i];
			b.style.left = (62 + (x - s.Low) / s.Size * 380) / 4.8 + "%"; // the frame of the picture, in its 480 × 601
			b.style.top = (34 + (1 - (z - s.Low) / s.Size) * 380) / 6.01 + "%";
			b.className = i == s.Chosen ? "chosen" : "";
			b.ariaLabel = `point ${i + 1}, class ${s.Y[i]}, at ${+x.toFixed(3)}, ${+z.toFixed(3)}`;
		});
		table.querySelectorAll("tr").forEach((row, i) => row.className = i && i == s.Chosen + 1 ? "chosen" : "");
	};
	async function draw() { // a change during a run is drawn after it
		place();
		again = busy;
		if (busy) return;
		plane.ariaBusy = busy = true;
		const gamma = s.Gamma == 1 ? "" : s.Gamma, terms = `(${gamma}⟨x,z⟩ + 1)`;
		const Title = `k(x,z) = ${[`exp(−${gamma}‖x−z‖²)`, "⟨x,z⟩", terms + "²", terms + "³"][s.Degree]}, C = ${s.C || "∞"}`;
		const v = await run(module, JSON.stringify({ ...s, Title })).catch(fault => ({ ...seen, Told: "The program ends with " + fault }));
		seen = v;
		plane.querySelector("svg").outerHTML = v.Picture.trim();
		[told.innerHTML, facts.innerHTML, table.innerHTML, curves.innerHTML] = [v.Told, v.Facts, v.Table, v.Curves];
		total = v.Total;
		is.steps.value = v.Steps + " of " + total + " steps";
		is.C.value = s.C || "∞";
		is.gamma.value = s.Gamma;
		is.rate.disabled = s.Degree == 1;
		plane.ariaBusy = busy = false;
		if (again) draw(); else place();
	}
	const set = name => {
		s = structuredClone(presets[name]);
		is.scene.value = name;
		is.kernel.value = s.Degree;
		is.price.value = prices.indexOf(s.C);
		is.rate.value = rates.indexOf(s.Gamma);
		is.tool.value = "move";
		return draw();
	};
	const choose = i => plane.querySelectorAll("button")[i].focus({ preventScroll: true });
	const add = (p, y) => { s.X.push(p.map(inside)); s.Y.push(y); draw(); choose(s.X.length - 1); };
	const remove = i => { if (s.X.length > 1) { s.X.splice(i, 1); s.Y.splice(i, 1); s.Chosen = -1; draw(); } };
	const move = p => { s.X[s.Chosen] = p.map(inside); draw(); };
	const at = e => {
		const box = plane.getBoundingClientRect(), unit = box.width / 480;
		return [((e.clientX - box.left) / unit - 62) / 380, 1 - ((e.clientY - box.top) / unit - 34) / 380].map(v => s.Low + v * s.Size);
	};
	const button = () => {
		const b = document.createElement("button"), number = () => [...plane.querySelectorAll("button")].indexOf(b);
		b.onfocus = () => { s.Chosen = number(); place(); };
		b.onpointerdown = e => { choose(number()); b.setPointerCapture(e.pointerId); };
		b.onpointermove = e => { if (b.hasPointerCapture(e.pointerId) && is.tool.value != "remove") move(at(e)); };
		b.onclick = () => { if (is.tool.value == "remove") remove(number()); };
		b.onkeydown = e => {
			s.Chosen = number();
			const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[e.key];
			if (by) move(s.X[s.Chosen].map((v, j) => v + by[j] * s.Size / 100));
			else if (e.key == "Delete") remove(s.Chosen);
			else if (e.key == "+" || e.key == "-") add([.5, .5].map(v => s.Low + v * s.Size), +(e.key + 1));
			else return;
			e.preventDefault();
		};
		return b;
	};
	plane.onclick = e => {
		const p = at(e), y = +is.tool.value;
		if (y && e.target.tagName != "BUTTON" && p.every(v => s.Low <= v && v <= s.Low + s.Size)) add(p, y);
	};
	table.onclick = e => { const i = e.target.closest("tr")?.rowIndex; if (i) choose(i - 1); };
	form.onsubmit = e => e.preventDefault();
	is.reset.onclick = () => set("students");
	form.oninput = e => {
		if (e.target == is.scene) return set(is.scene.value);
		Object.assign(s, { C: prices[is.price.value], Degree: +is.kernel.value, Gamma: rates[is.rate.value] });
		draw();
	};
	const step = by => { // from where the next picture stands
		const n = (s.Steps < 0 ? total : s.Steps) + by;
		s.Steps = n >= total ? -1 : Math.max(0, n);
		draw();
	};
	is.first.onclick = () => step(-Infinity);
	is.back.onclick = () => step(-1);
	is.next.onclick = () => step(1);
	is.last.onclick = () => step(Infinity);
	await set("students");
})(document.querySelector("#figure-students")).catch(() => document.querySelector(".live").remove()); // the picture stays
