// What the host may do, and the links to hand out.

import { $, h, keep, show } from "./dom.js";
import { ask } from "./stream.js";
import { word } from "./words.js";

// What became of an act, in words.
export async function send(what, argument = "") {
  const response = await ask("/api/act", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ what, argument }),
  });
  return response.ok ? word("page.done") : response.text();
}

export async function act(what, argument = "") {
  $("host-answer").textContent = await send(what, argument);
}

export function setUpHost() {
  const declare = () => act("set", $("set-text").value);
  $("set-do").addEventListener("click", declare);
  $("set-text").addEventListener("keydown", (event) => { if (event.key === "Enter") declare(); });
}

export function showHost(hello, paused) {
  $("host").hidden = !hello.actions?.length;
  if ($("host").hidden) return;
  const offered = hello.actions.filter((what) => what !== "move" && what !== "set" && what !== (paused ? "pause" : "resume"));
  keep($("host-buttons"), offered.map((what) => h("button",
    { type: "button", "data-key": what === "resume" ? "pause" : what, "data-act": what, onclick: () => act(what) }, word(`page.${what}`))));
  $("set-text").placeholder = hello.example ?? "";
  $("set-form").hidden = !hello.actions.includes("set");
  show($("links"), (hello.links ?? []).map(({ seat, link }) => h("li", {},
    h("a", { href: link, target: "_blank", rel: "noopener" }, seat ? word(seat) : word("page.spectator")), " ",
    h("button", { type: "button", class: "link", "data-key": `copy ${seat}`, "aria-label": `${word("page.copy")}: ${seat ? word(seat) : word("page.spectator")}`,
      onclick: async () => {
        await navigator.clipboard.writeText(link);
        $("host-answer").textContent = word("page.copied");
      } }, word("page.copy")))));
}
