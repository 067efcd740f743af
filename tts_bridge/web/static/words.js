// Words in the language of the page, which can be changed at any time.

let words = {};
let letters = {};
const listeners = [];
const known = ["en", "zh"];

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* no storage: it lasts as long as the page */ }
}

const wished = new URLSearchParams(location.search).get("lang");
export let language = [wished, remembered("language")].find((each) => known.includes(each))
  ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export const theme = () => remembered("theme") ?? "auto";

// A text that comes in every language.
export function say(texts) {
  return texts ? texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "" : "";
}

// The word for an id; the id itself where there is none.
export function word(id) {
  return words[id] ? say(words[id]) : id;
}

// What stands on the piece of an id.
export function letter(id) {
  return letters[id] ? say(letters[id]) : "?";
}

export function learn(more, ofPieces = {}) {
  words = { ...words, ...more };
  letters = ofPieces;
}

export function onLanguage(listener) {
  listeners.push(listener);
}

// Put the page's fixed words into its elements.
export function translate(root = document) {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const each of root.querySelectorAll("[data-word]")) each.textContent = word(each.dataset.word);
  for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", word(each.dataset.label));
}

export function setLanguage(chosen) {
  language = chosen;
  remember("language", chosen);
  translate();
  for (const listener of listeners) listener();
}
