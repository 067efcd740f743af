// A table from above: objects, what they hold, and what scripts say. For who makes mods.

import { $, h, s, show } from "./dom.js";
import { onLanguage, word } from "./words.js";

const LISTED = 400;

export class TableView {
  constructor(holder, hello) {
    this.title = hello.title;
    this.things = new Map();
    this.messages = [];
    this.chosen = "";
    this.nodes = new Map();
    this.layer = s("g");
    this.svg = s("svg", { class: "drawing", role: "img" }, this.layer);
    show(holder, this.svg);
    this.svg.addEventListener("click", (event) => this.choose(event.target.closest("[data-guid]")?.dataset.guid ?? ""));
    $("object-filter").addEventListener("input", () => this.list());
    $("zones-shown").addEventListener("change", () => this.drawAll());
    onLanguage(() => this.render());
    for (const each of document.querySelectorAll("[data-for]")) each.hidden = !each.dataset.for.split(" ").includes(hello.kind);
  }

  update({ reset, changed, gone, messages }) {
    if (reset) {
      this.things.clear();
      this.messages = [];
    }
    for (const each of changed) this.things.set(each.guid, each);
    for (const guid of gone) this.things.delete(guid);
    this.messages = [...this.messages, ...messages].slice(-300);
    if (reset || gone.length || !this.nodes.size) this.drawAll();
    else for (const each of changed) this.draw(each);
    this.list();
    this.say();
    document.documentElement.dataset.seen = String(Number(document.documentElement.dataset.seen ?? 0) + 1);
  }

  render() {
    this.svg.setAttribute("aria-label", word("page.board"));
    this.list();
    this.say();
  }

  drawAll() {
    this.layer.replaceChildren();
    this.nodes.clear();
    const size = (each) => each.width * each.depth;
    const all = [...this.things.values()].sort((a, b) => size(b) - size(a));
    for (const each of all) this.draw(each);
    const shown = all.filter((each) => Math.abs(each.x) < 120 && Math.abs(each.z) < 120);
    const edge = (sign, axis, side) => Math.max(5, ...shown.map((each) => sign * each[axis] + each[side] / 2)) + 1;
    const [left, right] = [-edge(-1, "x", "width"), edge(1, "x", "width")];
    const [top, bottom] = [-edge(1, "z", "depth"), edge(-1, "z", "depth")];
    this.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  }

  draw(each) {
    let node = this.nodes.get(each.guid);
    if (!node) {
      if (each.inside || (each.zone && !$("zones-shown").checked)) return;
      node = s("g", { "data-guid": each.guid });
      this.nodes.set(each.guid, node);
      this.layer.append(node);
    }
    const { width, depth } = each;
    const text = each.name.slice(0, 24);
    const size = Math.min(0.7, width / Math.max(4, text.length) * 1.7);
    node.replaceChildren(...[
      s("title", {}, this.told(each)),
      s("rect", { class: this.classes(each), x: -width / 2, y: -depth / 2, width, height: depth, rx: 0.1,
        transform: `rotate(${each.turn})`, ...(each.zone || each.colour === "#ffffff" ? {} : { fill: each.colour }) }),
      each.zone || size < 0.1 ? "" : s("text", { class: "table-text", y: size / 3, "font-size": size }, text),
    ].filter((part) => part));
    node.style.transform = `translate(${each.x}px, ${-each.z}px)`;
  }

  classes(each) {
    return ["table-object", each.zone ? "zone" : "", each.ident ? "mine" : "", each.down ? "down" : "",
      each.colour !== "#ffffff" ? "tinted" : "", each.guid === this.chosen ? "chosen" : ""].join(" ");
  }

  told(each) {
    return [each.name, each.kind, each.guid, each.ident || word("page.unrecognised"),
      each.down ? word("page.face-down") : "", each.locked ? word("page.locked") : "",
      each.held ? `${word("page.held")} ${each.held}` : "", each.count ? `${word("page.holds")} ${each.count}` : "", each.value ?? "",
      each.inside ? `${word("page.inside")} ${this.things.get(each.inside)?.name || each.inside}` : ""]
      .filter(Boolean).join(" · ");
  }

  choose(guid) {
    const before = this.chosen;
    this.chosen = guid;
    for (const each of [before, guid]) if (this.things.has(each)) this.draw(this.things.get(each));
    this.list();
    const each = this.things.get(guid);
    show($("object"), each ? [
      h("h3", {}, each.name),
      h("p", {}, this.told(each)),
      each.notes ? h("pre", {}, each.notes) : "",
      each.holds?.length ? h("ul", {}, each.holds.map((name) => h("li", {}, name))) : "",
    ] : []);
  }

  list() {
    const sought = $("object-filter").value.trim().toLowerCase();
    const found = [...this.things.values()].filter((each) => this.told(each).toLowerCase().includes(sought));
    const known = found.filter((each) => each.ident).length;
    $("object-count").textContent = `${found.length} · ${known} ${word("page.recognised")} · ${found.length - known} ${word("page.unrecognised")}`;
    show($("object-list"), found.slice(0, LISTED).map((each) => h("li", {},
      h("button", { type: "button", class: "link", "data-key": each.guid, "aria-pressed": String(each.guid === this.chosen),
        onclick: () => this.choose(each.guid) }, `${each.name || each.kind} · ${each.guid}${each.ident ? ` · ${each.ident}` : ""}`))));
  }

  say() {
    show($("messages"), this.messages.length
      ? h("ol", {}, this.messages.toReversed().map(({ kind, who, text }) => h("li", { class: `message ${kind}` }, who ? `${who}: ${text}` : text)))
      : h("p", { class: "none" }, word("page.none")));
  }
}
