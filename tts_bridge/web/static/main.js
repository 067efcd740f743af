// The page: takes events, remembers what it was told, and shows the latest or an earlier scene.

import { Board, asText, legend } from "./board.js";
import { $, keep, show } from "./dom.js";
import { act, setUpHost, showHost } from "./host.js";
import { choices, counters, panels, rulings } from "./panels.js";
import { newest, showQueue } from "./queue.js";
import { setUpRules } from "./rules.js";
import { ask, follow } from "./stream.js";
import { language, learn, onLanguage, remember, say, setLanguage, theme, translate, word } from "./words.js";

const page = { hello: null, game: null, live: null, past: null, records: [], queue: null, paused: false, board: null, table: null, state: "connecting", zoom: 0 };

// Views from above are fetched when they are wanted.
const ABOVE = {
  table: async () => (await import("./table.js")).TableView,
  bind: async () => (await import("./bind.js")).BindView,
  map: async () => (await import("./map.js")).MapView,
};

const scene = () => page.past ?? page.live;
const tones = () => Object.fromEntries((page.live?.panels ?? []).map((panel) => [panel.seat, panel.tone]));

async function greet() {
  const response = await ask("/api/hello");
  if (!response.ok) return setState(response.status === 403 ? "forbidden" : "lost");
  page.hello = await response.json();
  learn(page.hello.words, page.hello.letters);
  document.body.dataset.kind = page.hello.kind;
  page.board = page.hello.ground ? new Board($("board"), page.hello.ground) : null;
  const above = ABOVE[page.hello.kind];
  if (above && !page.table) page.table = new (await above())($("board"), page.hello);
  translate();
  render();
  return undefined;
}

async function onEvent(event) {
  if (event.reset && (!page.hello || event.game !== page.game)) {
    page.game = event.game;
    page.past = null;
    await greet();
  }
  if (page.table) return page.table.update(event);
  const waited = page.queue;
  if (event.queue) page.queue = event.queue;
  if (event.reset) page.records = event.records;
  else page.records.push(...event.records);
  const before = page.live;
  if (event.scene !== undefined) {
    page.paused = event.paused;
    page.live = event.scene;
  }
  const latest = event.records.at(-1);
  if (!latest && !event.reset) $("announce").textContent = newest(waited, page.queue);
  if (latest && !event.reset) {
    $("announce").textContent = `${word(`page.verdict.${latest.verdict}`)}. ${say(latest.text)}`;
  }
  render(page.past ? null : difference(before, page.live));
  document.documentElement.dataset.seen = String(Number(document.documentElement.dataset.seen ?? 0) + 1);
  return undefined;
}

function difference(before, after) {
  if (!before || !after) return null;
  const was = new Map(before.marks.map((mark) => [mark.id, JSON.stringify(mark)]));
  return new Set(after.marks.filter((mark) => was.get(mark.id) !== JSON.stringify(mark)).map((mark) => mark.id));
}

function setState(state) {
  page.state = state;
  notice();
}

function notice() {
  const texts = { connecting: "page.connecting", lost: "page.lost", forbidden: "page.forbidden" };
  const id = texts[page.state] ?? (!page.table && !page.live ? "page.waiting" : page.paused ? "page.paused" : "");
  $("notice").textContent = id ? word(id) : "";
  $("notice").className = page.state === "forbidden" || page.state === "lost" ? "bad" : "";
}

function render(changed) {
  notice();
  if (!page.hello) return;
  const { role, seat, kind, title } = page.hello;
  const name = page.hello.game ? word(`page.game.${page.hello.game}`) : title;
  $("title").textContent = name ?? word("page.title");
  const waiting = page.queue?.length ? `(${page.queue.length}) ` : "";
  document.title = `${waiting}${name ?? "tts-bridge"} · ${word(`page.${kind === "referee" ? "title" : kind}`)}`;
  $("view").textContent = [kind === "referee" ? "" : word(`page.${kind}`), role === "seat" ? word(seat) : word(`page.${role}`)].filter(Boolean).join(" · ");
  if (page.table) return page.table.render();
  showHost(page.hello, page.paused);
  showQueue(page.queue);
  const shown = scene();
  if (!shown || !page.board) return undefined;
  $("moment").textContent = [shown.round ? `${word("page.round")} ${shown.round}` : "", word(`phase.${shown.phase}`),
    shown.outcome ? word("page.over") : `${word("page.to-move")}: ${shown.turn.map(word).join(", ")}`].filter(Boolean).join(" · ");
  page.board.draw(shown.marks, changed);
  show($("legend"), legend(page.hello.ground));
  show($("board-text"), asText(page.hello.ground, shown.marks));
  show($("counters"), counters(shown));
  show($("panels"), panels(shown));
  $("outcome").textContent = shown.outcome ? [say(shown.outcome), shown.winners.length ? `(${word("page.winner")}: ${shown.winners.map(word).join(", ")})` : ""].join(" ") : "";
  const mayDo = page.hello.actions?.includes("move") && !page.past;
  const [players, now] = ["panels", "choices"].map((id) => $(id).closest("section"));
  if (shown.phase !== "choosing") { if (players.nextElementSibling) players.parentElement.append(players); }
  else if (players.nextElementSibling !== now) now.before(players); // who plays whom comes first
  keep($("choices"), choices(shown, tones(), mayDo ? (move) => act("move", move) : null));
  rulings(page.records, tones(), shown.step);
  timeline(shown.step);
  return undefined;
}

function timeline(step) {
  const last = page.live.step;
  const slider = $("step");
  slider.max = last;
  slider.value = wanted ?? step;
  const text = `${word("page.step")} ${step} / ${last} · ${word(page.past ? "page.is-past" : page.hello.kind === "replay" ? "page.replay" : "page.is-live")}`;
  slider.setAttribute("aria-valuetext", text);
  $("step-text").textContent = text;
  for (const [id, off] of [["to-start", step <= 0], ["step-back", step <= 0], ["step-on", step >= last], ["to-end", !page.past]]) {
    $(id).setAttribute("aria-disabled", String(off));
  }
}

let wanted = null;

async function goTo(step) {
  const last = page.live?.step ?? 0;
  const aim = Math.max(0, Math.min(step, last));
  wanted = aim;
  if (aim === last) {
    page.past = wanted = null;
    return render();
  }
  const response = await ask(`/api/scene?step=${aim}`);
  const found = response.ok ? await response.json() : null;
  if (wanted !== aim) return undefined; // another step is wanted by now
  wanted = null;
  if (!found) return render();
  const before = scene();
  page.past = found;
  return render(difference(before, page.past));
}

function setUp() {
  const here = () => wanted ?? scene()?.step ?? 0;
  $("step").addEventListener("input", (event) => goTo(Number(event.target.value)));
  $("to-start").addEventListener("click", () => goTo(0));
  $("step-back").addEventListener("click", () => goTo(here() - 1));
  $("step-on").addEventListener("click", () => goTo(here() + 1));
  $("to-end").addEventListener("click", () => goTo(Infinity));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step]");
    if (button) goTo(Number(button.dataset.step));
  });
  for (const [id, by] of [["zoom-in", 1], ["zoom-out", -1]]) {
    $(id).addEventListener("click", () => {
      page.zoom = Math.max(0, Math.min(3, page.zoom + by));
      $("board").className = `sheet zoom-${page.zoom}`;
    });
  }
  $("language").value = language;
  $("language").addEventListener("change", (event) => setLanguage(event.target.value));
  const setTheme = (chosen) => { document.documentElement.dataset.theme = chosen; };
  $("theme").value = theme();
  setTheme(theme());
  $("theme").addEventListener("change", (event) => {
    remember("theme", event.target.value);
    setTheme(event.target.value);
  });
  onLanguage(() => {
    page.board?.label();
    render();
  });
  // A link with another secret is another view: nothing of the old one stays.
  window.addEventListener("hashchange", (event) => {
    if (/#[^#]*\.[0-9a-f]{40}$/.test(event.newURL)) location.reload();
  });
  setUpHost();
  setUpRules();
}

setUp();
// The words come first: whatever happens then can be told.
ask("/api/words").then((response) => response.json()).then((words) => {
  learn(words);
  translate();
  notice();
}).finally(() => follow(onEvent, setState));
