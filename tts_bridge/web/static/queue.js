// What waits for the host's answer, newest first; how many stands in the title of the page.

import { $, h, keep } from "./dom.js";
import { send } from "./host.js";
import { say, word } from "./words.js";

async function answer(what, argument) {
  $("queue-answer").textContent = await send(what, argument);
}

// Buttons come and go: whoever was on one is put on the next incident's.
export function showQueue(queue) {
  $("queue").hidden = !queue;
  $("queue").classList.toggle("waiting", Boolean(queue?.length));
  if (!queue) return;
  const within = $("queue-list").contains(document.activeElement);
  $("queue-heading").textContent = `${word("page.queue")} (${queue.length})`;
  keep($("queue-list"), queue.length ? queue.map(incident) : h("li", { class: "none" }, word("page.queue.none")));
  if (within && !$("queue-list").contains(document.activeElement)) {
    ($("queue-list").querySelector("button") ?? $("queue-heading")).focus();
  }
}

function incident({ number, kind, text, who, rules = [], answers }) {
  const label = `incident-${number}`;
  return h("li", { class: `incident ${kind}`, "data-incident": number },
    h("p", { id: label }, h("span", { class: "kind" }, word(`page.queue.kind.${kind}`)), " ",
      who && kind === "unclear" ? `${word(who)}: ` : "", say(text)),
    h("div", { class: "buttons", role: "group", "aria-labelledby": label },
      answers.map((each, index) => h("button", { type: "button", "data-key": `${number} ${index}`, "data-answer": each.what,
        onclick: () => answer("answer", `${number} ${index}`) }, say(each.text))),
      h("button", { type: "button", class: "link", "data-key": `${number} leave`, "data-answer": "dismiss",
        "aria-describedby": label, onclick: () => answer("dismiss", String(number)) }, word("page.queue.leave")),
      rules.filter((rule) => rule.code).map((rule) => h("button", { type: "button", class: "link", "data-rule": rule.code,
        "data-key": `${number} ${rule.code}` }, rule.code))));
}

// What is new since, for who does not see the page.
export function newest(before, queue) {
  const known = new Set((before ?? []).map((each) => each.number));
  const fresh = (queue ?? []).find((each) => !known.has(each.number));
  return fresh ? `${word("page.queue")}: ${say(fresh.text)}` : "";
}
