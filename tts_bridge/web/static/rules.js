// The browser of rules: everything with its source, searched in both languages at once.

import { $, h, show } from "./dom.js";
import { ask } from "./stream.js";
import { onLanguage, say, word } from "./words.js";

const KINDS = ["all", "rule", "card", "perk", "skill", "character", "xeno", "machine", "setting"];
const SHOWN = 80;
let items = null;

async function load() {
  if (items) return;
  const response = await ask("/api/rules");
  items = response.ok ? await response.json() : [];
  const there = new Set(items.map((item) => item.kind));
  const kinds = KINDS.filter((kind) => kind === "all" || there.has(kind));
  show($("rules-kind"), kinds.map((kind) => h("option", { value: kind, "data-word": `page.kind.${kind}` }, word(`page.kind.${kind}`))));
}

function matches(item, sought) {
  return [item.id, ...["title", "text", "source"].flatMap((each) => Object.values(item[each]))]
    .join("\n").toLowerCase().includes(sought);
}

function list() {
  const sought = $("rules-search").value.trim().toLowerCase();
  const kind = $("rules-kind").value || "all";
  const found = (items ?? []).filter((item) => (kind === "all" || item.kind === kind) && matches(item, sought));
  $("rules-count").textContent = `${found.length} ${word("page.found")}`;
  show($("rules-list"), found.slice(0, SHOWN).map((item) => h("article", { class: "rule", id: `rule-${item.id}` },
    h("h3", {}, say(item.title), h("span", { class: "kind" }, word(`page.kind.${item.kind}`))),
    h("p", {}, say(item.text)),
    h("p", { class: "source" }, `${word("page.source")}: ${say(item.source)}`))));
}

export async function openRules(sought = "") {
  const dialog = $("rules");
  if (!dialog.open) dialog.showModal();
  await load();
  $("rules-search").value = sought;
  $("rules-kind").value = "all";
  list();
  $("rules-search").focus();
}

export function setUpRules() {
  $("open-rules").addEventListener("click", () => openRules());
  $("close-rules").addEventListener("click", () => $("rules").close());
  $("rules-search").addEventListener("input", list);
  $("rules-kind").addEventListener("change", list);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-rule]");
    if (button) openRules(button.dataset.rule);
  });
  onLanguage(() => { if ($("rules").open) list(); });
}
