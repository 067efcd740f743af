// The board as SVG. Knows shapes, tones and icons, and no game.

import { h, s, show } from "./dom.js";
import { letter, word } from "./words.js";

const DIAMOND = "0,-.62 .56,0 0,.62 -.56,0";
const HEX = "-.5,0 -.25,-.46 .25,-.46 .5,0 .25,.46 -.25,.46";

function points(flat) {
  const pairs = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push(`${flat[i]},${flat[i + 1]}`);
  return pairs.join(" ");
}

function icon(ground, name, size, x = 0, y = 0) {
  const path = ground.icons?.[name];
  if (!path) return "";
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`;
  return s("path", { class: "icon", d: path, transform: place, "fill-rule": "evenodd" });
}

// What stands on a piece, so that it takes no more room than one wide letter.
function lettering(text, size) {
  return s("text", { class: "letter", y: size * 0.24, "font-size": size * Math.min(0.66, 0.7 / wide(text)) }, text);
}

export function token(mark, ground) {
  const size = mark.size;
  const name = mark.down ? `${word(mark.name)}, ${word("page.face-down")}` : word(mark.name);
  const told = [name, ...(mark.states ?? []).map(word)].join(", ");
  const parts = [s("title", {}, mark.badge ? `${told}: ${mark.badge}` : told)];
  if (["survivor", "killer", "diamond"].includes(mark.shape)) {
    if (mark.states?.includes("page.wounded")) parts.push(s("circle", { class: "ring", r: size * 0.6 }));
    const outline = { killer: HEX, diamond: DIAMOND }[mark.shape];
    parts.push(outline
      ? s("polygon", { class: "body", points: outline, transform: `scale(${size * 1.1})` })
      : s("circle", { class: "body", r: size / 2 }));
    parts.push(lettering(letter(mark.name), size));
  } else if (mark.shape === "wall" || mark.shape === "pallet" || mark.shape === "entity" || mark.shape === "icon") {
    parts.push(s("circle", { class: "under", r: size * 0.62 }), icon(ground, mark.icon ?? mark.name, size));
  } else {
    const half = size / 2;
    parts.push(s("rect", { class: "body", x: -half, y: -half, width: size, height: size, rx: size * 0.14 }));
    parts.push(icon(ground, mark.icon ?? mark.name, size * 0.78));
  }
  const small = size * 0.5;
  (mark.states ?? []).forEach((state, index) => {
    parts.push(icon(ground, state, small, size * (index * 0.5 - 0.5), -size * 0.62));
  });
  if (mark.badge) {
    parts.push(
      s("circle", { class: "badge", cx: size * 0.42, cy: -size * 0.42, r: size * 0.28 }),
      s("text", { class: "badge-text", x: size * 0.42, y: -size * 0.28, "font-size": size * 0.42 }, mark.badge),
    );
  }
  return parts;
}

export class Board {
  constructor(holder, ground) {
    this.ground = ground;
    const [left, top, width, height] = ground.box;
    this.names = s("g", { class: "names" });
    this.marks = s("g", { class: "marks" });
    this.known = new Map();
    this.svg = s("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "img", class: "drawing" },
      s("g", { class: "areas" }, ground.areas.map(area)),
      s("g", { class: "lines" }, ground.lines.map(line)),
      this.names, this.marks);
    show(holder, this.svg);
    this.label();
  }

  // Everything that is in words.
  label() {
    this.svg.setAttribute("aria-label", word("page.board"));
    this.names.replaceChildren(...this.ground.areas.flatMap(({ id, box: [x, y, width], note, drop = 0.5 }) => [
      s("text", { class: "area-name", x: x + 0.18, y: y + drop, "font-size": Math.min(0.42, (width - 0.3) / (wide(word(id)) * BOLD)) }, word(id)),
      note ? s("g", { class: "note" },
        s("title", {}, `${word("page.start")} ${note}`),
        s("circle", { cx: x + width - 0.06, cy: y + 0.06, r: 0.27 }),
        s("text", { x: x + width - 0.06, y: y + 0.2 }, note)) : "",
    ]).filter((each) => each));
    for (const node of this.known.values()) node.dataset.was = "";
  }

  draw(marks, changed) {
    const left = new Set(this.known.keys());
    for (const mark of marks) {
      left.delete(mark.id);
      let node = this.known.get(mark.id);
      if (!node) {
        node = s("g");
        this.known.set(mark.id, node);
        this.marks.append(node);
      }
      const was = JSON.stringify(mark);
      if (node.dataset.was !== was) {
        node.dataset.was = was;
        node.dataset.mark = mark.id;
        node.replaceChildren(...token(mark, this.ground).filter((each) => each));
      }
      node.setAttribute("class", ["mark", `shape-${mark.shape}`, mark.tone ? `tone-${mark.tone}` : "",
        mark.down ? "down" : "", changed?.has(mark.id) ? "changed" : ""].join(" "));
      node.style.transform = `translate(${mark.x}px, ${mark.y}px)`;
    }
    for (const id of left) {
      this.known.get(id).remove();
      this.known.delete(id);
    }
  }
}

const NARROW = "ijlI.,:;'|!()[] ftr-·", WIDE = "mwMWQOGD@%&", BOLD = 1.15;

// About how wide a text is, in units of its size (as in `exporters/drawing/text_fit.py`).
function wide(text) {
  return [...text].reduce((sum, each) => sum + (each > "\u2e80" ? 1 : NARROW.includes(each) ? 0.36
    : WIDE.includes(each) ? 0.92 : /\p{Lu}/u.test(each) ? 0.7 : 0.58), 0);
}

function area({ id, box, cells = [], kind = "space" }) {
  return s("g", { class: `area kind-${kind}`, "data-area": id }, [box, ...cells].map(([x, y, width, height]) =>
    s("rect", { x, y, width, height, rx: 0.25 })));
}

function line({ id, points: flat, tone, heads = [] }) {
  return s("g", { class: `line tone-${tone}` },
    s("title", {}, word(id)),
    s("polyline", { class: "edge", points: points(flat) }),
    s("polyline", { class: "stroke", points: points(flat) }),
    heads.map((head) => s("polygon", { points: points(head) })));
}

// The same for who does not look at drawings: what lies in each place.
export function asText(ground, marks) {
  const rows = [];
  for (const place of [...ground.areas, ...ground.lines]) {
    const here = marks.filter((mark) => mark.at === place.id);
    if (!here.length) continue;
    rows.push(h("dt", {}, word(place.id)), h("dd", {}, here.map((mark) => {
      const parts = [word(mark.name)];
      if (mark.down) parts.push(word("page.face-down"));
      if (mark.badge) parts.push(mark.badge);
      parts.push(...(mark.states ?? []).map(word));
      return parts.length > 1 ? `${parts[0]} (${parts.slice(1).join(", ")})` : parts[0];
    }).join("; ")));
  }
  return rows;
}

export function legend(ground) {
  const tones = [...new Set(ground.lines.map((each) => each.tone))];
  return tones.map((tone) => h("span", { class: "legend-item" },
    s("svg", { viewBox: "0 0 3 .6", class: `line tone-${tone}`, "aria-hidden": "true" },
      s("polyline", { class: "stroke", points: ".1,.3 2.9,.3" })),
    word(`page.line.${tone}`)));
}
