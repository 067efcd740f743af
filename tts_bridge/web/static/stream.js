// The server's events over fetch: the link's secret goes in a header, not in the address. After a
// break it asks for what it missed, by the id of the last event.

export const key = location.hash.slice(1);

export function ask(path, options = {}) {
  const headers = { ...options.headers };
  if (key) headers.Authorization = `Bearer ${key}`;
  return fetch(path, { ...options, headers, cache: "no-store" });
}

// How browsers say that a connection broke; whatever else goes wrong is a fault of the page.
const BROKEN = /fetch|network|stream|load failed|aborted/i;
const PAUSES = [250, 500, 1000, 2000, 4000];

export async function follow(onEvent, onState) {
  let last = "";
  let failures = 0;
  for (;;) {
    try {
      const response = await ask("/api/events", last ? { headers: { "Last-Event-ID": last } } : {});
      if (response.status === 403) return onState("forbidden");
      if (!response.ok) throw new Error(String(response.status));
      onState("open");
      failures = 0;
      for await (const event of events(response.body)) {
        last = event.id || last;
        await onEvent(JSON.parse(event.data));
      }
    } catch (error) {
      if (!(error instanceof TypeError && BROKEN.test(error.message))) console.error(error);
    }
    onState("lost");
    await new Promise((go) => setTimeout(go, PAUSES[Math.min(failures++, PAUSES.length - 1)]));
  }
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = { id: "", data: "" };
      for (const line of text.slice(0, end).split("\n")) {
        if (line.startsWith("id: ")) event.id = line.slice(4);
        if (line.startsWith("data: ")) event.data += line.slice(6);
      }
      text = text.slice(end + 2);
      if (event.data) yield event;
    }
  }
}
