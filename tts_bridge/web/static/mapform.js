// The map editor's forms: what is chosen, the whole map, and lists; faults stand beside their fields.

import { $, h } from "./dom.js";
import { say, word } from "./words.js";

const CATEGORIES = ["objective", "boldness", "survival", "altruism"];
const TOTALS = { objective: 10, boldness: 10, survival: 12, altruism: 12 };
const COLOURS = ["green", "red", "blue", "yellow"];

function fault(view, field, id) {
  const found = view.faults.filter((each) => each.field === field);
  return found.length ? h("p", { class: "fault", id }, found.map((each) => say(each.text)).join(" ")) : "";
}

function field(label, input, more = "") {
  return h("div", { class: "field" }, h("label", {}, h("span", {}, label), " ", input), more);
}

function text(key, value, onchange, more = {}) {
  return h("input", { type: "text", value, "data-key": key, maxlength: 80, autocomplete: "off", onchange, ...more });
}

function select(key, options, value, onchange) {
  const made = h("select", { "data-key": key, onchange }, options.map(([each, name]) => h("option", { value: each }, name)));
  made.value = value;
  return made;
}

const value = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`).value.trim();

// A name in the languages that were filled in.
function names(prefix) {
  return Object.fromEntries(["en", "zh"].map((each) => [each, value(`${prefix} ${each}`)]).filter(([, name]) => name));
}

export function chosenForm(view) {
  const { chosen } = view;
  if (!chosen) return h("p", { class: "none" }, word("page.map.none-chosen"));
  const found = view.find(chosen.kind, chosen.id);
  const remove = h("button", { type: "button", "data-key": "delete", onclick: () => view.edit("delete", { kind: chosen.kind, id: chosen.id }) }, word("page.map.delete"));
  return chosen.kind === "space" ? spaceForm(view, found, remove) : pathForm(view, found, remove);
}

function spaceForm(view, space, remove) {
  const commit = async () => {
    const [id, start] = [value("space id"), value("space start")];
    const props = Object.fromEntries(CATEGORIES.map((each) => [each, Number(value(`space ${each}`)) || 0]));
    const done = await view.edit("describe", { id: space.id, new: id, name: names("space"), props, start: start === "" ? null : Number(start) });
    if (done && id !== space.id) view.chosen = { kind: "space", id };
  };
  const starts = [["", "–"], ...[0, 1, 2, 3, 4, 5].map((each) => [String(each), String(each)])];
  const others = (view.draft.spaces ?? []).filter((each) => each.id !== space.id);
  return [
    fault(view, `space.${space.id}`, "fault-space"),
    field(word("page.map.id"), text("space id", space.id, commit, { maxlength: 60, "aria-describedby": "fault-space" })),
    field("English", text("space en", space.name.en ?? "", commit)),
    field("简体中文", text("space zh", space.name.zh ?? "", commit)),
    field(word("page.map.start"), select("space start", starts, space.start == null ? "" : String(space.start), commit),
      space.start == null ? "" : fault(view, `start.${space.start}`)),
    h("fieldset", { class: "counts" }, h("legend", {}, word("page.map.props")), CATEGORIES.map((each) =>
      field(word(each), h("input", { type: "number", min: 0, max: 12, value: space.props?.[each] ?? 0, "data-key": `space ${each}`, onchange: commit }),
        fault(view, `props.${each}`)))),
    others.length ? h("div", { class: "field" },
      h("label", {}, h("span", {}, word("page.map.path-to")), " ", select("path to", others.map((each) => [each.id, say(each.name)]), others[0].id)),
      h("button", { type: "button", "data-key": "add path", onclick: () => view.join(space.id, value("path to"), $("map-colour").value) }, word("page.map.add-path"))) : "",
    remove,
  ];
}

function pathForm(view, path, remove) {
  const change = (more) => view.edit("change-path", { id: path.id, colour: path.colour, wall: path.wall ?? false, ...more });
  const [a, b] = [path.a, path.b].map((id) => say(view.find("space", id).name));
  return [
    h("p", {}, `${a} ${path.colour === "yellow" ? "→" : "–"} ${b}`),
    field(word("page.map.colour"), select("path colour", COLOURS.map((each) => [each, word(`page.line.${each}`)]), path.colour, (event) => change({ colour: event.target.value }))),
    field(word("wall"), h("input", { type: "checkbox", checked: path.wall ?? false, "data-key": "path wall", onchange: (event) => change({ wall: event.target.checked }) }),
      fault(view, "walls")),
    h("div", { class: "buttons" },
      h("button", { type: "button", "data-key": "turn", onclick: () => change({ turn: true }) }, word("page.map.turn")), remove),
  ];
}

export function wholeForm(view) {
  const { draft } = view;
  const spaces = draft.spaces ?? [];
  const commit = () => view.edit("entitle", { id: value("map id"), name: names("map"), source: value("map source") });
  const count = (label, number, total, where) => h("div", { class: "total" },
    h("dt", {}, label), h("dd", {}, `${number} / ${total}`, fault(view, where)));
  return [
    fault(view, "map"),
    field(word("page.map.id"), text("map id", draft.id ?? "new-map", commit, { maxlength: 60 })),
    field("English", text("map en", draft.name ? draft.name.en ?? "" : "New map", commit)),
    field("简体中文", text("map zh", draft.name ? draft.name.zh ?? "" : "新地图", commit)),
    field(word("page.source"), text("map source", draft.source ?? "", commit, { maxlength: 300 })),
    h("dl", { class: "totals" },
      CATEGORIES.map((each) => count(word(each), spaces.reduce((sum, space) => sum + (space.props?.[each] ?? 0), 0), TOTALS[each], `props.${each}`)),
      count(word("wall"), (draft.paths ?? []).filter((each) => each.wall).length, 4, "walls"),
      [0, 1, 2, 3, 4, 5].map((each) => count(`${word("page.map.start")} ${each}`, spaces.filter((space) => space.start === each).length, 1, `start.${each}`))),
  ];
}

export function lists(view) {
  const row = (kind, id, name, more = "") => h("li", {}, h("button", { type: "button", class: "link", "data-key": `list ${kind} ${id}`,
    "aria-pressed": String(view.chosen?.kind === kind && view.chosen.id === id), onclick: () => view.choose(kind, id) }, name), more);
  const title = (id) => say(view.find("space", id)?.name);
  return [
    h("h3", {}, word("page.bind-spaces")),
    h("ul", {}, (view.draft.spaces ?? []).map((each) => row("space", each.id, say(each.name), fault(view, `space.${each.id}`)))),
    h("h3", {}, word("page.map.path-list")),
    h("ul", {}, (view.draft.paths ?? []).map((each) => row("path", each.id,
      `${title(each.a)} ${each.colour === "yellow" ? "→" : "–"} ${title(each.b)}, ${word(`page.line.${each.colour}`)}${each.wall ? ` · ${word("wall")}` : ""}`))),
  ];
}
