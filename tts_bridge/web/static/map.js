// The map editor's drawing: a click adds a space, a drag from one to another adds a path.

import { $, h, s, show } from "./dom.js";
import { send } from "./host.js";
import { chosenForm, lists, wholeForm } from "./mapform.js";
import { ask } from "./stream.js";
import { onLanguage, say, word } from "./words.js";

const WIDE = 24; // what a picture is drawn as wide as, in units of the map
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class MapView {
  constructor(holder, hello) {
    this.hello = hello;
    this.draft = null;
    this.faults = [];
    this.chosen = null;
    this.box = null;
    this.under = s("g", { class: "under-map", "aria-hidden": "true" });
    this.lines = s("g");
    this.nodes = s("g");
    this.labels = s("g", { class: "node-labels", "aria-hidden": "true" });
    this.rubber = s("line", { class: "rubber" });
    this.svg = s("svg", { class: "drawing editing", role: "group" }, this.under, this.lines, this.rubber, this.nodes, this.labels);
    show(holder, this.svg);
    for (const each of document.querySelectorAll("[data-for]")) each.hidden = !each.dataset.for.split(" ").includes(hello.kind);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.letGo());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    for (const what of ["undo", "redo", "save"]) $(`map-${what}`).addEventListener("click", () => this.act(what));
    $("map-add").addEventListener("click", () => this.addAnywhere());
    onLanguage(() => this.render());
    // Leaving a field sends it, and the answer draws everything anew: not under a button that is pressed.
    document.addEventListener("pointerdown", () => { this.pressed = true; }, true);
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => setTimeout(() => {
        this.pressed = false;
        if (this.late) this.render();
      }), true);
    }
    this.lay();
  }

  // What the map is drawn over: a picture, or a table from above.
  async lay() {
    const size = (each) => each.width * each.depth;
    for (const each of [...this.hello.table].sort((a, b) => size(b) - size(a))) {
      this.under.append(s("g", { transform: `translate(${each.x} ${-each.z})` },
        s("rect", { class: "table-object", x: -each.width / 2, y: -each.depth / 2, width: each.width, height: each.depth, transform: `rotate(${each.turn})`,
          ...(each.colour === "#ffffff" ? {} : { fill: each.colour }) })));
    }
    if (this.hello.picture) {
      const response = await ask("/api/picture");
      if (!response.ok) return;
      const image = new Image();
      image.src = URL.createObjectURL(await response.blob());
      await image.decode();
      this.tall = (WIDE * image.naturalHeight) / image.naturalWidth;
      this.under.append(s("image", { href: image.src, x: 0, y: 0, width: WIDE, height: this.tall }));
      this.box = null;
      this.render();
    }
  }

  update(event) {
    this.draft = event.draft;
    this.faults = event.faults;
    this.can = { undo: event.undo > 0, redo: event.redo > 0 };
    this.saved = event.saved;
    const moved = this.moving && this.find("space", this.moving.id);
    if (!moved || (Math.abs(moved.x - this.moving.x) < 0.006 && Math.abs(moved.y - this.moving.y) < 0.006)) this.moving = null;
    if (this.chosen && !this.find(this.chosen.kind, this.chosen.id)) this.chosen = null;
    this.render();
    document.documentElement.dataset.seen = String(Number(document.documentElement.dataset.seen ?? 0) + 1);
  }

  find(kind, id) {
    return (this.draft[`${kind}s`] ?? []).find((each) => each.id === id);
  }

  // One after the other, in the order in which they were asked for.
  async act(what, argument = "") {
    this.asked = (this.asked ?? Promise.resolve()).catch(() => {}).then(() => send(what, argument));
    const told = await this.asked;
    $("map-answer").textContent = told;
    return told === word("page.done");
  }

  edit(edit, more) {
    return this.act("edit", JSON.stringify({ edit, ...more }));
  }

  choose(kind, id) {
    this.chosen = kind ? { kind, id } : null;
    this.render();
  }

  // --- what a pointer and keys do --------------------------------------------------------------

  at(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  down(event) {
    if (event.button) return;
    const on = event.target.closest("[data-space], [data-path]");
    this.held = { space: on?.dataset.space, path: on?.dataset.path, from: this.at(event), moved: false };
    if (this.held.space) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const held = this.held;
    if (!held?.space) return;
    const at = this.at(event);
    held.moved ||= Math.hypot(at.x - held.from.x, at.y - held.from.y) > this.unit * 0.4;
    if (!held.moved) return;
    const space = this.find("space", held.space);
    if ($("map-tool").value === "move") this.node(held.space).setAttribute("transform", `translate(${at.x} ${at.y})`);
    else for (const [name, value] of Object.entries({ x1: space.x, y1: space.y, x2: at.x, y2: at.y, "stroke-width": this.unit * 0.2 })) this.rubber.setAttribute(name, value);
  }

  up(event) {
    const { held } = this;
    this.letGo();
    if (!held) return;
    const at = this.at(event);
    const drawing = $("map-tool").value === "draw";
    if (held.space && held.moved && !drawing) this.edit("move-space", { id: held.space, x: at.x, y: at.y });
    else if (held.space && held.moved) {
      const to = this.nearest(at);
      if (to && to !== held.space) this.join(held.space, to, $("map-colour").value);
    } else if (held.space) this.choose("space", held.space);
    else if (held.path) this.choose("path", held.path);
    else if (drawing) this.add(at.x, at.y);
    else this.choose();
  }

  letGo() {
    this.held = null;
    for (const name of ["x1", "y1", "x2", "y2", "stroke-width"]) this.rubber.setAttribute(name, 0);
  }

  key(event) {
    const id = event.target.dataset.space;
    const path = event.target.dataset.path;
    if (!id && !path) return;
    if (event.key === "Enter" || event.key === " ") this.choose(id ? "space" : "path", id ?? path);
    else if (event.key === "Delete") this.edit("delete", { kind: id ? "space" : "path", id: id ?? path });
    else if (id && STEPS[event.key]) {
      const { x, y } = this.moving?.id === id ? this.moving : this.find("space", id);
      const far = this.unit * (event.shiftKey ? 0.2 : 1);
      this.step({ id, x: x + STEPS[event.key][0] * far, y: y + STEPS[event.key][1] * far });
    } else return;
    event.preventDefault();
  }

  // Keys are quicker than answers: the next step goes on from where this one leads.
  async step(to) {
    this.moving = to;
    if (!await this.edit("move-space", to)) this.moving = null;
  }

  nearest(at) {
    const near = this.draft.spaces?.map((each) => [Math.hypot(each.x - at.x, each.y - at.y), each.id]).sort((a, b) => a[0] - b[0])[0];
    return near && near[0] < this.unit * 1.6 ? near[1] : "";
  }

  async join(a, b, colour) {
    const before = new Set((this.draft.paths ?? []).map((each) => each.id));
    if (await this.edit("add-path", { a, b, colour })) this.chooseNew("path", before);
  }

  async add(x, y) {
    const before = new Set((this.draft.spaces ?? []).map((each) => each.id));
    if (await this.edit("add-space", { x, y })) this.chooseNew("space", before);
  }

  // The event that tells of an edit comes before its answer or after it.
  chooseNew(kind, before, tries = 40) {
    const fresh = (this.draft[`${kind}s`] ?? []).find((each) => !before.has(each.id));
    if (fresh) this.choose(kind, fresh.id);
    else if (tries) setTimeout(() => this.chooseNew(kind, before, tries - 1), 25);
  }

  // Where there is room, for who has no pointer.
  addAnywhere() {
    const [left, top, width, height] = this.box;
    const spaces = this.draft.spaces ?? [];
    for (let row = 1; row < 10; row += 1) {
      for (let column = 1; column < 10; column += 1) {
        const [x, y] = [left + (width * column) / 10, top + (height * row) / 10];
        if (spaces.every((each) => Math.hypot(each.x - x, each.y - y) > this.unit * 3)) return this.add(x, y);
      }
    }
    return this.add(left + width / 2, top + height / 2);
  }

  // --- how it looks ----------------------------------------------------------------------------

  node(id) {
    return this.nodes.querySelector(`[data-space="${CSS.escape(id)}"]`);
  }

  // Grows with the map, and never shrinks under somebody's pointer.
  measure() {
    const spaces = this.draft.spaces ?? [];
    const table = this.hello.table.filter((each) => Math.abs(each.x) < 60 && Math.abs(each.z) < 60);
    const xs = [...spaces.map((each) => each.x), ...table.map((each) => each.x), ...(this.tall ? [0, WIDE] : [])];
    const ys = [...spaces.map((each) => each.y), ...table.map((each) => -each.z), ...(this.tall ? [0, this.tall] : [])];
    const [old, edge] = [this.box, this.tall ? 0 : 1];
    let [left, right, top, bottom] = xs.length ? [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] : [0, WIDE, 0, 16];
    if (old) [left, right, top, bottom] = [Math.min(left, old[0] + edge), Math.max(right, old[0] + old[2] - edge), Math.min(top, old[1] + edge), Math.max(bottom, old[1] + old[3] - edge)];
    else if (!this.tall && spaces.length < 2) [left, right, top, bottom] = [Math.min(left, 0), Math.max(right, WIDE), Math.min(top, 0), Math.max(bottom, 16)];
    this.box = [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge];
    this.unit = Math.max(this.box[2], this.box[3]) / 36;
  }

  render() {
    if (!this.draft) return;
    this.late = this.pressed;
    if (this.late) return;
    this.measure();
    this.svg.setAttribute("viewBox", this.box.join(" "));
    this.svg.setAttribute("aria-label", word("page.board"));
    const spaces = this.draft.spaces ?? [];
    const paths = this.draft.paths ?? [];
    show(this.lines, paths.map((path) => this.path(path, paths)));
    show(this.nodes, spaces.map((space) => this.space(space)));
    show(this.labels, spaces.map((space) => this.label(space)));
    for (const what of ["undo", "redo"]) $(`map-${what}`).setAttribute("aria-disabled", String(!this.can[what]));
    $("map-state").textContent = `${this.hello.title} · ${spaces.length} ${word("page.map.spaces")} · ${paths.length} ${word("page.map.paths")} · `
      + `${this.faults.length ? `${this.faults.length} ${word("page.map.faults")}` : word("page.map.complete")}${this.saved ? ` · ${word("page.bind-saved")}` : ""}`;
    show($("map-chosen"), chosenForm(this));
    show($("map-whole"), wholeForm(this));
    show($("map-list"), lists(this));
  }

  space(space) {
    const { unit } = this;
    const name = say(space.name);
    const bad = this.faults.some((each) => each.field === `space.${space.id}`);
    const chosen = this.chosen?.kind === "space" && this.chosen.id === space.id;
    return s("g", { class: `space-node ${chosen ? "chosen" : ""} ${bad ? "bad" : ""}`, "data-space": space.id, "data-key": `space ${space.id}`, tabindex: 0,
      role: "button", "aria-pressed": String(chosen), "aria-label": `${name}${space.start == null ? "" : `, ${word("page.map.start")} ${space.start}`}${bad ? `: ${say(this.faults.find((each) => each.field === `space.${space.id}`).text)}` : ""}`,
      transform: `translate(${space.x} ${space.y})` },
    s("circle", { r: unit * 0.8, "stroke-width": unit * 0.14 }));
  }

  // What is written at a space; a screen reader reads the space itself.
  label({ x, y, name, start }) {
    const { unit } = this;
    return s("g", { transform: `translate(${x} ${y})` },
      start == null ? "" : s("text", { class: "letter", y: unit * 0.28, "font-size": unit * 0.8 }, String(start)),
      s("text", { class: "node-name", y: unit * 1.7, "font-size": unit * 0.75, "stroke-width": unit * 0.16 }, say(name)));
  }

  // Several paths between the same two spaces lie side by side.
  path(path, paths) {
    const [a, b] = [this.find("space", path.a), this.find("space", path.b)];
    const alike = paths.filter((each) => [each.a, each.b].sort().join() === [path.a, path.b].sort().join());
    const turned = path.a > path.b ? -1 : 1;
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const side = (alike.indexOf(path) - (alike.length - 1) / 2) * this.unit * 1.2 * turned;
    const [nx, ny] = [(-(b.y - a.y) / far) * side, ((b.x - a.x) / far) * side];
    const [x, y] = [(a.x + b.x) / 2 + nx, (a.y + b.y) / 2 + ny];
    const d = `M${a.x} ${a.y} Q${x + nx} ${y + ny} ${b.x} ${b.y}`;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const chosen = this.chosen?.kind === "path" && this.chosen.id === path.id;
    const label = `${say(a.name)} ${path.colour === "yellow" ? "→" : "–"} ${say(b.name)}, ${word(`page.line.${path.colour}`)}${path.wall ? `, ${word("wall")}` : ""}`;
    return s("g", { class: `line path-line tone-${path.colour} ${chosen ? "chosen" : ""}`, "data-path": path.id, "data-key": `path ${path.id}`, tabindex: 0,
      role: "button", "aria-pressed": String(chosen), "aria-label": label },
    s("path", { class: "hit", d, "stroke-width": this.unit * 0.9 }),
    s("path", { class: "stroke", d, "stroke-width": this.unit * 0.26, "stroke-dasharray": dash(path.colour, this.unit) }),
    path.colour === "yellow" ? s("polygon", { points: "-.6,-.5 .6,0 -.6,.5", transform: `translate(${x} ${y}) rotate(${turn}) scale(${this.unit})` }) : "",
    path.wall ? s("rect", { class: "wall-mark", x: -this.unit * 0.18, y: -this.unit * 0.6, width: this.unit * 0.36, height: this.unit * 1.2, "stroke-width": this.unit * 0.08,
      transform: `translate(${x} ${y}) rotate(${turn}) translate(${path.colour === "yellow" ? -this.unit * 1.1 : 0} 0)` }) : "");
  }
}

function dash(colour, unit) {
  const patterns = { red: [1, 0.4], blue: [0.3, 0.3], yellow: [1.3, 0.3, 0.3, 0.3] };
  return patterns[colour] ? patterns[colour].map((each) => each * unit).join(" ") : null;
}
