// What lies before the players, what is legal now, and the list of rulings.

import { $, h, s, show } from "./dom.js";
import { letter, say, word } from "./words.js";

const SIGN = { allowed: "✓", refused: "✗", unclear: "?", undone: "↶", edited: "✎", noted: "i", stray: "!" };

function badge(seat, tone = "") {
  return h("span", { class: `token tone-${tone}`, "aria-hidden": "true" }, letter(seat));
}

export function who(seat, tone = "") {
  return h("span", { class: "who" }, badge(seat, tone), word(seat));
}

function card({ name, place, tone = "", extras = [], note, rule }, key) {
  return h("li", { class: `card tone-${tone} ${name === "hidden" ? "hidden-card" : ""}` },
    rule ? "" : h("span", { class: "swatch", "aria-hidden": "true" }),
    rule ? h("button", { type: "button", class: "link", "data-rule": rule, "data-key": key }, word(name)) : word(name),
    note ? h("span", { class: "note-of" }, word(note)) : "",
    extras.map((each) => h("span", { class: "extra" }, `+ ${word(each)}`)),
    h("span", { class: "unseen" }, `, ${word(place)}`));
}

// A track with the level that was reached, such as the Danger Bar.
function track({ name, value, limit, marks }) {
  const reached = marks.findLast(([from]) => value >= from);
  const text = `${word(name)} ${value} / ${limit} · ${word(reached[2])}`;
  return h("div", { class: "track" },
    s("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": text },
      marks.map(([from, tone], index) => {
        const to = marks[index + 1]?.[0] ?? limit + 2;
        const part = (end) => (end * 100) / (limit + 2);
        return s("rect", { class: `tone-${tone} ${value >= from ? "reached" : ""}`, x: part(from) + 0.3, y: 1, height: 6, width: Math.max(0.5, part(to - from) - 0.6) });
      }),
      s("rect", { class: "pin", x: Math.min(98.8, (value * 100) / (limit + 2)), y: 0, width: 1.2, height: 8 })),
    h("span", { "aria-hidden": "true" }, text));
}

export function panels(scene) {
  return scene.panels.map((panel) => {
    const places = [...new Set((panel.cards ?? []).map((each) => each.place))];
    return h("article", { class: `panel ${scene.turn.includes(panel.seat) ? "to-move" : ""}`, "aria-label": word(panel.seat) },
      h("h3", {}, who(panel.seat, panel.tone),
        panel.at ? h("span", { class: "where" }, ` ${word("page.at")} ${word(panel.at)}`) : ""),
      h("p", { class: "facts" },
        (panel.counters ?? []).map(({ name, value, limit }) =>
          h("span", { class: "fact" }, `${word(name)} ${value}${limit ? ` / ${limit}` : ""}`)),
        (panel.states ?? []).map((state) => h("span", { class: `fact state ${state.replace("page.", "state-")}` }, word(state)))),
      panel.bar ? track(panel.bar) : "",
      places.map((place) => h("div", { class: "cards" },
        h("span", { class: "place" }, word(place)),
        h("ul", {}, panel.cards.filter((each) => each.place === place).map((each, index) => card(each, `${panel.seat} ${place} ${index}`))))),
      panel.traits?.length ? h("p", { class: "traits" }, panel.traits.map((trait) =>
        h("button", { type: "button", class: "link", "data-rule": trait, "data-key": `${panel.seat} ${trait}` },
          word(trait), panel.spent?.includes(trait) ? ` (${word("page.used")})` : ""))) : "");
  });
}

export function counters(scene) {
  return scene.counters.map(({ name, value, limit }) => h("div", {},
    h("dt", {}, word(name)), h("dd", {}, `${value}${limit ? ` / ${limit}` : ""}`)));
}

export function choices(scene, tones, onDo) {
  const seats = [...new Set(scene.choices.map((each) => each.seat))];
  if (!seats.length) return [h("p", { class: "none" }, word("page.nothing"))];
  return seats.map((seat) => h("div", { class: "choices" },
    h("h3", {}, who(seat, tones[seat])),
    h("ul", {}, scene.choices.filter((each) => each.seat === seat).map((each) => h("li", {},
      h("span", {}, say(each.text)),
      onDo && each.move ? h("button", { type: "button", class: "do", "data-key": each.move,
        "aria-label": `${word("page.do-it")}: ${word(seat)}, ${say(each.text)}`, onclick: () => onDo(each.move) },
      word("page.do-it")) : "")))));
}

// The way to the rule by which something happened; the same rule as the line before needs none.
function ruleOf({ number, codes = [], more }, index) {
  const code = codes[index];
  if (!code || code === codes[index - 1]) return "";
  return h("button", { type: "button", class: "link rule-of", "data-rule": code, "data-key": `${number} ${index} ${code}`,
    "aria-label": `${word("page.rule-of")}: ${say(more[index])}` }, "§");
}

// One ruling. `undone`: its moves were taken back later.
export function ruling(record, tones, undone, isNow) {
  return h("li", { class: `ruling ${record.verdict} ${undone ? "undone-later" : ""} ${isNow ? "now" : ""}`, "data-number": record.number },
    h("p", {},
      h("span", { class: "sign", role: "img", "aria-label": word(`page.verdict.${record.verdict}`) }, SIGN[record.verdict]),
      " ", record.who ? [badge(record.who, tones[record.who]), " "] : "", h("span", { class: "said" }, say(record.text))),
    (record.more ?? []).length ? h("ul", { class: "trail" }, record.more.map((each, index) => h("li", {}, say(each), " ", ruleOf(record, index)))) : "",
    h("p", { class: "why" },
      record.rules.map((rule) => [rule.code
        ? h("button", { type: "button", class: "link", "data-rule": rule.code, "data-key": `${record.number} ${rule.code}` },
          `${say(rule.source)} · ${rule.code}`)
        : h("span", {}, say(rule.source)), " "]),
      h("button", { type: "button", class: "link step", "data-step": record.step, "data-key": `${record.number} step` },
        `${word("page.step")} ${record.step}`)));
}

export function rulings(records, tones, step) {
  const undone = new Set();
  records.forEach((record, index) => {
    if (record.verdict !== "undone") return;
    for (const earlier of records.slice(0, index)) if (["allowed", "edited"].includes(earlier.verdict) && earlier.step > record.step) undone.add(earlier.number);
  });
  const now = records.findLast((each) => each.step === step && each.verdict !== "refused")?.number;
  if (!records.length) return show($("rulings"), h("p", { class: "none" }, word("page.none")));
  return show($("rulings"), h("ol", { reversed: true, start: records.at(-1).number }, records.toReversed().map((each) =>
    ruling(each, tones, undone.has(each.number), each.number === now))));
}
