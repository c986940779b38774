// Motion that explains: a number counts from what it was to what it is and shows by how much, a card comes
// from where it was, a band rises. It is the beginning of the scripts of pages that swap in what is new.
// Only transforms and opacity move, and nothing does for who asked for less motion.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const COUNTING = 600; // milliseconds
const SLIDING = { duration: 350, easing: "cubic-bezier(.2, .7, .2, 1)" };
const NUMBER = /[-+−]?\d+(?:[.,]\d+)?/;
const numberIn = (text) => Number(NUMBER.exec(text)?.[0].replace(",", ".").replace("−", "-"));

// Swaps in what is different, element by element: the rest need not be laid out again.
function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const [before, after] = [[...old.children], [...fresh.children]]; // they change meanwhile
  const alike = old.tagName === fresh.tagName && old.id === fresh.id && before.length === after.length && before.length > 0;
  const words = (each) => [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join("|");
  if (!alike && !(old.tagName === fresh.tagName && !before.length && !after.length)) return old.replaceWith(fresh);
  if (words(old) !== words(fresh)) {
    if (before.length) return old.replaceWith(fresh);
    old.textContent = fresh.textContent;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  before.forEach((each, at) => morph(each, after[at]));
}

// What can move, as it is before something new is swapped in.
function beforeChanges(root) {
  const numbers = new Map();
  const places = new Map();
  const risen = new Set();
  if (STILL.matches) return { numbers, places, risen };
  for (const each of root.querySelectorAll("[data-n]")) numbers.set(each.dataset.n, each.textContent);
  for (const each of root.querySelectorAll("[data-card]")) places.set(each.dataset.card, each.getBoundingClientRect());
  for (const each of root.querySelectorAll("[data-rise].full")) risen.add(each.dataset.rise);
  return { numbers, places, risen };
}

function showChanges(root, { numbers, places, risen }) {
  if (STILL.matches) return;
  const counted = [...root.querySelectorAll("[data-n]")].map((each) => ({ each, was: numbers.get(each.dataset.n) })).filter(({ each, was }) => was !== undefined && was !== each.textContent);
  const cards = [...root.querySelectorAll("[data-card]")];
  // Everything is read before anything is written: one layout is enough.
  const standing = cards.map((each) => each.getBoundingClientRect());
  for (const one of counted) Object.assign(one, lookOf(one.each));
  for (const one of counted) countUp(one);
  cards.forEach((each, at) => slide(each, places.get(each.dataset.card), standing[at], places.size));
  for (const each of root.querySelectorAll("[data-rise].full"))
    if (!risen.has(each.dataset.rise)) each.animate([{ opacity: 0 }, { opacity: 1 }], COUNTING);
}

function lookOf(element) {
  const { left, right, top, width, height } = element.getBoundingClientRect();
  const { font, color, letterSpacing, textAlign, padding } = getComputedStyle(element);
  return { left, right, top, height, look: { width: `${width}px`, height: `${height}px`, font, color, letterSpacing, textAlign, padding, lineHeight: `${height}px` } };
}

// A number counts as a strip that is pushed past a window over it: laid out once, and then the page has no work
// with it. What it shows when it stands is there from the beginning, for who reads aloud as well.
const counting = new Map();
const STRIP = 9;

function countUp({ each, was, left, right, top, height, look }) {
  const is = each.textContent;
  const [from, to] = [numberIn(was), numberIn(is)];
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to || each.closest("svg")) return;
  const decimals = /[.,](\d+)/.exec(is)?.[1].length ?? 0;
  const shown = (value) => is.replace(NUMBER, (said) => {
    const text = Math.abs(value).toFixed(decimals).replace(".", said.includes(",") ? "," : ".");
    return (value < 0 ? "-" : said.startsWith("+") ? "+" : "") + text;
  });
  const by = Number((to - from).toFixed(decimals));
  const steps = Math.min(STRIP, Math.round(Math.abs(by) * 10 ** decimals));
  const strip = [was, ...Array.from({ length: steps - 1 }, (_, at) => shown(from + (by * (at + 1)) / steps)), is];

  counting.get(each.dataset.n)?.remove();
  const window = over("counting", left, top);
  const pushed = Object.assign(document.createElement("div"), { textContent: strip.join("\n") });
  Object.assign(window.style, look);
  window.append(pushed);
  counting.set(each.dataset.n, window);
  const bubble = over("by-how-much", right, top);
  bubble.textContent = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  document.body.append(window, bubble);

  each.animate([{ opacity: 0 }, { opacity: 0 }], COUNTING);
  pushed.animate([{ transform: "none" }, { transform: `translateY(${-steps * height}px)` }], { duration: COUNTING, easing: "cubic-bezier(.2, .7, .2, 1)" });
  window.animate([{ opacity: 1 }, { opacity: 1 }], COUNTING);
  const rise = [{ opacity: 0, transform: "translateY(.4em)" }, { opacity: 1, transform: "none", offset: 0.2 }, { opacity: 1, transform: "none", offset: 0.8 }, { opacity: 0, transform: "translateY(-.6em)" }];
  // Both go at once, so that it is one change.
  bubble.animate(rise, { duration: 4 * COUNTING }).finished.finally(() => {
    window.remove();
    bubble.remove();
    if (counting.get(each.dataset.n) === window) counting.delete(each.dataset.n);
  });
}

function over(name, left, top) {
  const element = Object.assign(document.createElement("span"), { className: name });
  element.setAttribute("aria-hidden", "true");
  Object.assign(element.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px` });
  return element;
}

function slide(element, was, is, known) {
  if (!was) {
    if (known) element.animate([{ opacity: 0, transform: "translateY(-1rem) scale(.9)" }, { opacity: 1, transform: "none" }], SLIDING);
    return;
  }
  const [across, down] = [was.left - is.left, was.top - is.top];
  if (Math.hypot(across, down) > 2) element.animate([{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }], SLIDING);
}

// Parts of a page that stand beside one that grows glide to where they are then; and what has become a little
// shorter keeps its room, so that nothing has to move at all.
const KEPT = 120; // pixels
const STAYS = { left: 0, top: 0 };
const keyOf = (part) => part.id || part.className;

function placesOf(parts) {
  const places = new Map(parts.map((part) => [keyOf(part), part.getBoundingClientRect()]));
  for (const part of parts) {
    part.getAnimations().forEach((each) => each.cancel());
    if (part.style.minHeight) part.removeAttribute("style");
  }
  return places;
}

function keepRoom(parts, places) {
  const heights = parts.map((part) => [part, places.get(keyOf(part))?.height ?? 0, part.getBoundingClientRect().height]);
  for (const [part, was, is] of heights) if (was > is && was - is <= KEPT) part.style.minHeight = `${was}px`;
}

function glide(parts, places) {
  if (STILL.matches) return;
  const seen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  const moved = new Map();
  for (const part of parts) {
    const [was, is] = [places.get(keyOf(part)), part.getBoundingClientRect()];
    if (was && (seen(was) || seen(is))) moved.set(part, { left: was.left - is.left, top: was.top - is.top });
  }
  // What stands within something that moves goes along with it.
  for (const [part, by] of moved) {
    const around = moved.get(part.parentElement) ?? STAYS;
    slide(part, { left: by.left - around.left, top: by.top - around.top }, STAYS, 0);
  }
}

// A die that was rolled here tumbles and lands; what it shows is said below it.
function tumble() {
  if (STILL.matches) return;
  const die = Object.assign(document.createElement("div"), { className: "die", ariaHidden: "true" });
  document.body.append(die);
  const way = [
    { transform: "translate(-40vw, -30vh) rotate(-540deg)", opacity: 0 },
    { transform: "translate(4vw, 0) rotate(-40deg)", opacity: 1, offset: 0.5 },
    { transform: "translate(-1vw, -3vh) rotate(14deg)", opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1, offset: 0.8 },
    { transform: "none", opacity: 1, offset: 0.95 },
    { transform: "scale(.9)", opacity: 0 },
  ];
  die.animate(way, { duration: 1500, easing: "ease-out" }).finished.finally(() => die.remove());
}

// The totals of an input move one after the other, at the pace of the table; a press shows the rest at once.
// Each input is shown once: a page that is swapped in meanwhile goes on where the one before it was.
const movesShown = { of: "", since: 0, timer: 0 };

function showMoves(root) {
  clearTimeout(movesShown.timer);
  const list = root.querySelector("[data-moves]");
  if (!list) return;
  if (list.dataset.moves !== movesShown.of) Object.assign(movesShown, { of: list.dataset.moves, since: performance.now() });
  const pace = Number(list.dataset.pace) * 1000;
  const seen = Math.floor((performance.now() - movesShown.since) / pace);
  [...list.children].forEach((each, at) => {
    each.hidden = at > seen;
    each.classList.toggle("newest", at === seen);
  });
  const over = seen >= list.children.length;
  list.parentElement.classList.add("runs");
  list.parentElement.classList.toggle("over", over);
  const hurry = list.parentElement.querySelector("[data-hurry]");
  if (hurry) hurry.hidden = over;
  if (!over) movesShown.timer = setTimeout(showMoves, movesShown.since + (seen + 1) * pace - performance.now(), root);
}

function hurryMoves(root) {
  movesShown.since = Number.NEGATIVE_INFINITY;
  showMoves(root);
}
