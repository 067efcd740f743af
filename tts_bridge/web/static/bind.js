// Binding a strange mod: choose a piece or a space, then click the object or the spot that it is.

import { $, h, s, show } from "./dom.js";
import { send } from "./host.js";
import { TableView } from "./table.js";
import { word } from "./words.js";

export class BindView extends TableView {
  constructor(holder, hello) {
    super(holder, hello);
    this.spaces = hello.spaces;
    this.binding = null;
    this.spots = s("g", { class: "spots" });
    this.svg.append(this.spots);
    this.svg.addEventListener("click", (event) => this.click(event));
    $("bind-object").addEventListener("click", () => this.bindChosen());
    $("bind-save").addEventListener("click", () => this.act("save", ""));
  }

  update(event) {
    this.binding = event.binding;
    super.update(event);
    this.offer();
  }

  render() {
    super.render();
    if (this.binding) this.offer();
  }

  async act(what, argument) {
    $("bind-answer").textContent = await send(what, argument);
  }

  // A spot of the table for a space, or the object there for a piece.
  click(event) {
    const [kind, name] = split($("bind-what").value);
    if (kind === "space") {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      this.act("point", `${name} ${at.x.toFixed(3)} ${(-at.y).toFixed(3)}`);
    } else if (kind === "piece" && this.chosen) this.act("bind", `${name} ${this.chosen}`);
  }

  // The same for the object chosen in the list: its middle is the spot.
  bindChosen() {
    const [kind, name] = split($("bind-what").value);
    const each = this.things.get(this.chosen);
    if (!each) return;
    if (kind === "space") this.act("point", `${name} ${each.x} ${each.z}`);
    else if (kind === "piece") this.act("bind", `${name} ${each.guid}`);
  }

  offer() {
    const { points, spaces, off, missing, doubtful, problem, saved } = this.binding;
    const before = $("bind-what").value;
    const option = (kind, id, text) => h("option", { value: `${kind}:${id}` }, text);
    const pieces = [...new Set([...missing, ...[...this.things.values()].map((each) => each.ident ?? "").filter((id) => id && !problem)])];
    show($("bind-what"),
      h("optgroup", { label: word("page.bind-spaces") }, this.spaces.map((id) => option("space", id, `${points[id] ? "✓ " : ""}${word(id)}`))),
      h("optgroup", { label: word("page.bind-missing") }, missing.map((id) => option("piece", id, id))),
      h("optgroup", { label: word("page.recognised") }, pieces.filter((id) => !missing.includes(id)).map((id) => option("piece", id, id))));
    if ([...$("bind-what").options].some((each) => each.value === before)) $("bind-what").value = before;
    $("bind-state").textContent = problem
      ? `${Object.keys(points).length} / 3: ${word("page.bind-points")}`
      : `${word("page.bind-left")}: ${missing.length} · ${word("page.bind-off")} ${off.toFixed(2)}${saved ? ` · ${word("page.bind-saved")}` : ""}`;
    show($("bind-doubtful"), doubtful.map((sentence) => h("li", {}, sentence)));
    this.spots.replaceChildren(...Object.entries({ ...spaces, ...points }).map(([id, [x, z]]) => s("g", {},
      s("circle", { class: points[id] ? "spot given" : "spot", cx: x, cy: -z, r: 0.5 }),
      s("text", { class: "table-text", x, y: -z + 1.1, "font-size": 0.6 }, word(id)))));
  }
}

function split(value) {
  const at = value.indexOf(":");
  return [value.slice(0, at), value.slice(at + 1)];
}
