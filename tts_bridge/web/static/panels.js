// What lies before the players, what is legal now, and the list of rulings.

import { $, h, show } from "./dom.js";
import { letter } from "./board.js";
import { say, word } from "./words.js";

const SIGN = { allowed: "✓", refused: "✗", unclear: "?", undone: "↶", edited: "✎", noted: "i", stray: "!" };

function badge(seat, tone = "") {
  return h("span", { class: `token tone-${tone}`, "aria-hidden": "true" }, letter(seat));
}

export function who(seat, tone = "") {
  return h("span", { class: "who" }, badge(seat, tone), word(seat));
}

function card({ name, place, tone = "" }) {
  return h("li", { class: `card tone-${tone} ${name === "hidden" ? "hidden-card" : ""}` },
    h("span", { class: "swatch", "aria-hidden": "true" }), word(name),
    h("span", { class: "unseen" }, `, ${word(`page.${place}`)}`));
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
      places.map((place) => h("div", { class: "cards" },
        h("span", { class: "place" }, word(`page.${place}`)),
        h("ul", {}, panel.cards.filter((each) => each.place === place).map(card)))),
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

// One ruling. `undone`: its moves were taken back later.
export function ruling(record, tones, undone, isNow) {
  return h("li", { class: `ruling ${record.verdict} ${undone ? "undone-later" : ""} ${isNow ? "now" : ""}`, "data-number": record.number },
    h("p", {},
      h("span", { class: "sign", role: "img", "aria-label": word(`page.verdict.${record.verdict}`) }, SIGN[record.verdict]),
      " ", record.who ? [badge(record.who, tones[record.who]), " "] : "", h("span", { class: "said" }, say(record.text))),
    (record.more ?? []).length ? h("ul", { class: "trail" }, record.more.map((each) => h("li", {}, say(each)))) : "",
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
