// What the host may do, and the links to hand out.

import { $, h, show } from "./dom.js";
import { ask } from "./stream.js";
import { word } from "./words.js";

export async function act(what, argument = "") {
  const response = await ask("/api/act", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ what, argument }),
  });
  $("host-answer").textContent = response.ok ? word("page.done") : await response.text();
}

export function setUpHost() {
  const send = () => act("set", $("set-text").value);
  $("set-do").addEventListener("click", send);
  $("set-text").addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
}

export function showHost(hello, paused) {
  $("host").hidden = !hello.actions?.length;
  if ($("host").hidden) return;
  const offered = hello.actions.filter((what) => what !== "move" && what !== "set" && what !== (paused ? "pause" : "resume"));
  show($("host-buttons"), offered.map((what) => h("button",
    { type: "button", "data-key": what === "resume" ? "pause" : what, "data-act": what, onclick: () => act(what) }, word(`page.${what}`))));
  $("set-form").hidden = !hello.actions.includes("set");
  show($("links"), (hello.links ?? []).map(({ seat, link }) => h("li", {},
    h("a", { href: link, target: "_blank", rel: "noopener" }, seat ? word(seat) : word("page.spectator")), " ",
    h("button", { type: "button", class: "link", "data-key": `copy ${seat}`, "aria-label": `${word("page.copy")}: ${seat ? word(seat) : word("page.spectator")}`,
      onclick: async () => {
        await navigator.clipboard.writeText(link);
        $("host-answer").textContent = word("page.copied");
      } }, word("page.copy")))));
}
