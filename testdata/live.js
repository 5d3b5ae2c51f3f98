// The figure to play with: this runs live.go for each scene. A run gets the scene on standard input, and gives what
// the program writes. The calls are the part of WASI that Go asks for.
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
	return out;
}

(async () => {
	const figure = document.querySelector("#live"), [plane, form, table] = figure.children, is = form.elements;
	const packed = Uint8Array.from(atob(document.querySelector("#live-program").textContent), c => c.charCodeAt(0));
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
	const students = { X: [[1, 5], [2, 7], [3, 4], [6, 6], [4, 8], [6, 7], [7, 5], [8, 6]], Y: [-1, -1, -1, -1, 1, 1, 1, 1], Chosen: -1 };
	let s = structuredClone(students), held = false, busy = false, again = false;
	async function draw() { // a change during a run is drawn after it
		again = busy;
		if (busy) return;
		busy = true;
		const k = is.kernel.value, c = is.price;
		const out = await run(module, JSON.stringify({ ...s, C: c.value == c.max ? 0 : 10 ** c.value, Steps: +is.steps.value,
			Degree: +k || 1, Gamma: k == "g" ? 10 ** is.gamma.value : 0 }));
		const cut = out.indexOf("</svg>\n\n") + 7; // the last of them
		if (cut > 6) plane.innerHTML = out.slice(0, cut);
		table.textContent = out.slice(cut > 6 ? cut : 0).trim();
		is.gamma.parentNode.hidden = k != "g";
		busy = false;
		if (again) draw();
	}
	const add = (p, y) => { s.Chosen = s.X.push(p) - 1; s.Y.push(y); };
	const remove = i => { if (i >= 0 && s.X.length > 2) { s.X.splice(i, 1); s.Y.splice(i, 1); s.Chosen = -1; } };
	const move = p => { if (s.Chosen >= 0) s.X[s.Chosen] = p.map(v => Math.min(10, Math.max(0, Math.round(v * 20) / 20))); };
	const at = e => { // the frame is 380 of the 480 units that the picture is wide
		const box = plane.firstElementChild.getBoundingClientRect(), unit = box.width / 480;
		return [((e.clientX - box.left) / unit - 52) / 38, 10 - ((e.clientY - box.top) / unit - 30) / 38];
	};
	plane.onpointerdown = e => {
		const p = at(e), how = is.tool.value, far = s.X.map(x => Math.hypot(x[0] - p[0], x[1] - p[1]));
		const near = far.findIndex(v => v == Math.min(...far) && v < .6);
		if (p.some(v => v < 0 || v > 10)) return;
		if (how == "remove") remove(near); else if (how == "move" || near >= 0) s.Chosen = near; else { add(p, +how); move(p); }
		plane.setPointerCapture(e.pointerId);
		draw(held = s.Chosen >= 0);
	};
	plane.onpointermove = e => { if (held) { move(at(e)); draw(); } };
	plane.onpointerup = plane.onpointercancel = () => held = false;
	plane.onkeydown = e => {
		const by = { ArrowLeft: [-.1, 0], ArrowRight: [.1, 0], ArrowDown: [0, -.1], ArrowUp: [0, .1] }[e.key];
		if (by && s.Chosen >= 0) move(s.X[s.Chosen].map((v, j) => v + by[j]));
		else if (e.key == " ") s.Chosen = (s.Chosen + 1) % s.X.length;
		else if (e.key == "Delete") remove(s.Chosen);
		else if (e.key == "+" || e.key == "-") add([5, 5], +(e.key + 1));
		else return;
		draw(e.preventDefault());
	};
	form.oninput = draw;
	is.step.onclick = () => draw(is.steps.value++);
	is.all.onclick = () => draw(is.steps.value = "");
	is.again.onclick = () => draw(s = structuredClone(students));
	draw(figure.hidden = false);
})();
