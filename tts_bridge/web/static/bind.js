// Binding a strange mod: choose a piece or a place in the list, then click the object or the spot.

import { $, h, s, show } from "./dom.js";
import { send } from "./host.js";
import { TableView } from "./table.js";
import { say, word } from "./words.js";

export class BindView extends TableView {
  constructor(holder, hello) {
    super(holder, hello);
    this.hello = hello;
    this.binding = null;
    this.goOn = true; // to what comes next in the list
    this.spots = s("g", { class: "spots" });
    this.svg.append(this.spots);
    this.svg.addEventListener("click", (event) => this.click(event));
    $("bind-what").addEventListener("change", () => this.find());
    $("bind-object").addEventListener("click", () => this.bindChosen());
    $("bind-there").addEventListener("click", () => this.bindTyped());
    $("bind-spot").addEventListener("keydown", (event) => { if (event.key === "Enter") this.bindTyped(); });
    $("bind-save").addEventListener("click", () => this.act("save", ""));
  }

  update(event) {
    this.binding = event.binding;
    this.doubted = new Set(event.binding.doubtful.map((each) => each.of));
    super.update(event);
    this.offer();
  }

  render() {
    super.render();
    if (this.binding) this.offer();
  }

  classes(each) {
    return `${super.classes(each)} ${each.ident && this.doubted?.has(each.ident) ? "doubted" : ""}`;
  }

  async act(what, argument) {
    this.goOn = what !== "save" && !argument.endsWith(" -");
    $("bind-answer").textContent = await send(what, argument);
  }

  // A spot of the table for a place, or the object there for a piece.
  click(event) {
    const [kind, name] = chosen();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    if (kind === "place") this.act("point", `${name} ${at.x.toFixed(3)} ${(-at.y).toFixed(3)}`);
    else if (kind === "piece" && this.chosen) this.act("bind", `${name} ${this.chosen}`);
  }

  // The same for the object chosen in the list: its middle is the spot.
  bindChosen() {
    const [kind, name] = chosen();
    const each = this.things.get(this.chosen);
    if (!each) return;
    if (kind === "place") this.act("point", `${name} ${each.x} ${each.z}`);
    else if (kind === "piece") this.act("bind", `${name} ${each.guid}`);
  }

  // A spot that is typed.
  bindTyped() {
    const [kind, name] = chosen();
    if (kind === "place") this.act("point", `${name} ${$("bind-spot").value.replace(",", " ")}`);
  }

  // Show the object that the piece in the list is now.
  find() {
    const [kind, name] = chosen();
    const there = kind === "piece" ? [...this.things.values()].find((each) => each.ident === name) : null;
    if (there) this.choose(there.guid);
  }

  called(id) {
    return this.binding.titles?.[id] ? say(this.binding.titles[id]) : word(id);
  }

  // What is to be done comes first: places while the map is not laid out, then what is missing.
  offer() {
    const { points, places, missing, doubtful, problem } = this.binding;
    const before = $("bind-what").value;
    const place = (id) => h("option", { value: `place:${id}` },
      `${points[id] ? "✓ " : this.hello.suggested.includes(id) ? "★ " : ""}${this.called(id)}`);
    const piece = (id) => h("option", { value: `piece:${id}` }, this.called(id));
    const group = (label, options) => options.length ? h("optgroup", { label: `${word(label)} (${options.length})` }, options) : "";
    const known = problem ? [] : [...new Set([...this.things.values()].map((each) => each.ident ?? "").filter(Boolean))];
    const spaces = group("page.bind-spaces", this.hello.spaces.map(place));
    show($("bind-what"), problem ? spaces : "",
      group("page.bind-missing", missing.map(piece)),
      group("page.bind-doubts", known.filter((id) => this.doubted.has(id)).map(piece)),
      problem ? "" : spaces,
      group("page.bind-places", Object.keys(places).map(place)),
      group("page.recognised", known.filter((id) => !this.doubted.has(id)).map(piece)));
    const there = (value) => [...$("bind-what").options].some((each) => each.value === value);
    const open = this.hello.suggested.find((id) => !points[id]);
    const next = problem ? open && `place:${open}` : missing.length && `piece:${missing[0]}`;
    $("bind-what").value = this.goOn ? next || "" : there(before) ? before : "";
    this.goOn = false;
    this.tell();
    show($("bind-doubtful"), doubtful.map(({ of, text }) => h("li", {}, of ? `${this.called(of)}: ` : "", say(text))));
    this.mark();
  }

  tell() {
    const { points, missing, problem, saved, seats, residuals, far } = this.binding;
    const pointed = Object.keys(points).filter((id) => this.hello.spaces.includes(id)).length;
    $("bind-state").textContent = problem
      ? `${pointed} / ${this.hello.corners}: ${word("page.bind-points")}`
      : `${word("page.bind-left")}: ${missing.length} ${saved ? ` · ${word("page.bind-saved")}` : ""}`;
    show($("bind-points"), Object.keys({ ...points, ...residuals }).map((id) => h("li", { class: residuals[id] > far ? "fault" : "" },
      `${this.called(id)}${residuals[id] === undefined ? "" : ` · ${word("page.bind-off")} ${residuals[id].toFixed(2)}`} `,
      points[id] ? h("button", { type: "button", class: "link", "data-key": `back ${id}`, "aria-label": `${word("page.bind-back")}: ${this.called(id)}`,
        onclick: () => this.act("point", `${id} -`) }, word("page.bind-back")) : "")));
    show($("bind-chosen"), this.binding.chosen.map((id) => h("li", {}, `${this.called(id)} `,
      h("button", { type: "button", class: "link", "data-key": `back ${id}`, "aria-label": `${word("page.bind-back")}: ${this.called(id)}`,
        onclick: () => this.act("bind", `${id} -`) }, word("page.bind-back")))));
    show($("bind-seats"), Object.entries(seats).map(([seat, colour]) => h("li", {}, `${this.called(`figure/${seat}`)}: ${colour}`)));
  }

  // Where the places lie; a line leads from where one was pointed at to where it should lie.
  mark() {
    const { points, spaces, places } = this.binding;
    this.spots.replaceChildren(...Object.entries({ ...spaces, ...places, ...points })
      .filter(([id]) => spaces[id] || points[id]).map(([id, [x, z]]) => s("g", {},
        spaces[id] ? s("line", { class: "spot given", x1: x, y1: -z, x2: spaces[id][0], y2: -spaces[id][1] }) : "",
        s("circle", { class: points[id] ? "spot given" : "spot", cx: x, cy: -z, r: 0.5 }),
        s("text", { class: "table-text", x, y: -z + 1.1, "font-size": 0.6 }, this.called(id)))));
  }
}

// What is chosen in the list: a place or a piece, and its id.
function chosen() {
  const value = $("bind-what").value;
  const at = value.indexOf(":");
  return [value.slice(0, at), value.slice(at + 1)];
}
