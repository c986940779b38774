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
  for (const each of root.querySelectorAll("[data-n]")) numbers.set(each.dataset.n, each.dataset.is ?? each.textContent);
  for (const each of root.querySelectorAll("[data-card]")) places.set(each.dataset.card, each.getBoundingClientRect());
  for (const each of root.querySelectorAll("[data-rise].full")) risen.add(each.dataset.rise);
  return { numbers, places, risen };
}

function showChanges(root, { numbers, places, risen }) {
  if (STILL.matches) return;
  const counted = [...root.querySelectorAll("[data-n]")].map((each) => ({ each, was: numbers.get(each.dataset.n) })).filter(({ each, was }) => was !== undefined && was !== each.textContent);
  // All places are read before anything is written: one layout is enough.
  for (const one of counted) one.place = one.each.getBoundingClientRect();
  for (const { each, was, place } of counted) countUp(each, was, place);
  const cards = [...root.querySelectorAll("[data-card]")].map((each) => [each, each.getBoundingClientRect()]);
  for (const [each, is] of cards) slide(each, places.get(each.dataset.card), is, places.size);
  for (const each of root.querySelectorAll("[data-rise].full"))
    if (!risen.has(each.dataset.rise)) each.animate([{ transform: "scaleY(0)" }, { transform: "none" }], { ...SLIDING, duration: COUNTING });
}

function countUp(element, was, { right, top }) {
  const is = element.textContent;
  const [from, to] = [numberIn(was), numberIn(is)];
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) return;
  const decimals = /[.,](\d+)/.exec(is)?.[1].length ?? 0;
  const shown = (value) => is.replace(NUMBER, (said) => {
    const text = Math.abs(value).toFixed(decimals).replace(".", said.includes(",") ? "," : ".");
    return (value < 0 ? "-" : said.startsWith("+") ? "+" : "") + text;
  });
  element.dataset.is = is;
  const began = performance.now();
  requestAnimationFrame(function step(now) {
    if (element.dataset.is !== is) return; // it has become something else meanwhile
    const share = Math.min(1, (now - began) / COUNTING);
    element.textContent = share < 1 ? shown(from + (to - from) * (1 - (1 - share) ** 3)) : is;
    if (share < 1 && element.isConnected) return requestAnimationFrame(step);
    delete element.dataset.is;
    if (share < 1) element.textContent = is;
  });
  if (element.closest("svg")) return;
  const by = Number((to - from).toFixed(decimals));
  const bubble = Object.assign(document.createElement("span"), { className: "by-how-much", textContent: `${by > 0 ? "+" : "−"}${Math.abs(by)}` });
  bubble.setAttribute("aria-hidden", "true");
  Object.assign(bubble.style, { left: `${right + scrollX}px`, top: `${top + scrollY}px` });
  document.body.append(bubble);
  const rise = [{ opacity: 0, transform: "translateY(.4em)" }, { opacity: 1, transform: "none", offset: 0.2 }, { opacity: 1, transform: "none", offset: 0.8 }, { opacity: 0, transform: "translateY(-.6em)" }];
  bubble.animate(rise, { duration: 4 * COUNTING }).finished.finally(() => bubble.remove());
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
