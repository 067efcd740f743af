// Elements from values. Text only ever becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== "" && child != null));
  return element;
}

export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function $(id) {
  return document.getElementById(id);
}

// New content for an element; what had the focus keeps it, if it is still there (`data-key`).
export function show(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== "" && child != null));
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// The same where nothing changes mostly: what is there stays, so that a press under way is not lost.
export function keep(element, ...children) {
  const fresh = children.flat(Infinity).filter((child) => child !== "" && child != null);
  const there = [...element.childNodes];
  if (there.length !== fresh.length || !fresh.every((each, index) => there[index].isEqualNode(each))) show(element, fresh);
}
