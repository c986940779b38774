// Keeps the page alive: follows the table, swaps in what changed, and sends forms without leaving.
// Everything it does also works without it, only more slowly.

const banner = document.getElementById("connection");
const latest = document.getElementById("latest");
const sheet = document.getElementById("sheet");
const sheetContent = document.getElementById("sheet-content");
const result = document.getElementById("result");
const content = result.parentElement;
const LOOK_AGAIN = 5000;
const SILENCE = 14000; // nearly three pings
const SOON = 1000; // after which a part that was not ready is asked for again
const board = () => document.getElementById("board");

// --- what is shown -------------------------------------------------------------------------------

let looking = null;
let again = false;

// However many changes arrive while one answer is on its way, one more question is enough.
function refresh() {
  again = true;
  looking ??= look().finally(() => (looking = null));
  return looking;
}

async function look() {
  while (again) {
    again = false;
    const answer = await fetch(`/board${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    swap(await answer.text());
    wait();
  }
}

// Some parts take a while to work out: the board says so, and comes without them.
let waiting = 0;

function wait() {
  clearTimeout(waiting);
  if (board().querySelector("[data-soon]")) {
    waiting = setTimeout(() => refresh().catch(() => tell("lost")), SOON);
  }
}

// Parts that read the same stay untouched, with whatever somebody is doing in them.
function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  revealSteps(fresh);
  const old = board();
  keepFolds(old, fresh);
  const places = placesOf(pieces());
  const before = beforeChanges(old);
  old.querySelectorAll(".refusal").forEach((why) => (why.textContent = ""));
  const place = old.contains(document.activeElement) ? placeOf(document.activeElement) : null;
  const stay = steady(place);
  const parts = partsOf(fresh);
  if (names(parts) === names(partsOf(old))) {
    partsOf(old).forEach((part, at) => part.isEqualNode(parts[at]) || part.replaceWith(parts[at]));
    old.dataset.at = fresh.dataset.at;
  } else {
    old.replaceWith(fresh);
  }
  if (place && !board().contains(document.activeElement)) goTo(place);
  if (performance.now() - acted > ACTING) keepRoom(partsOf(board()), places);
  stay();
  glide(pieces(), places);
  showChanges(board(), before);
  showMoves(board());
  explain();
}

// Whatever stands beside something that may grow, what is around it first.
const pieces = () => [...document.querySelectorAll("#board > *, #board > :not([data-part]) > [data-part], form.help, .bottom")];

// What somebody has opened stays open, and what they have closed stays closed.
function keepFolds(old, fresh) {
  old.querySelectorAll("details[id]").forEach((fold) => {
    const same = fresh.querySelector(`#${CSS.escape(fold.id)}`);
    if (same) same.open = fold.open;
  });
}

// A wide screen has room for everything but secrets.
if (matchMedia("(min-width: 48rem)").matches) {
  document.querySelectorAll(".fold:not(.secret)").forEach((fold) => (fold.open = true));
}

// Whatever grows or shrinks above it, what is under the hand stays there.
function steady(place) {
  const held = place ?? opener ?? placeOf(topmost());
  const top = find(held)?.getBoundingClientRect().top;
  return () => {
    const moved = (find(held)?.getBoundingClientRect().top ?? 0) - (top ?? 0);
    if (top !== undefined && moved) scrollBy({ top: moved, behavior: "instant" });
  };
}

function topmost() {
  return partsOf(board()).find((part) => part.getBoundingClientRect().bottom > 0) ?? board();
}

// Plus and minus are of use only where this script hears them.
function revealSteps(root) {
  root.querySelectorAll("[data-step]").forEach((button) => (button.hidden = false));
}
revealSteps(document);

const partsOf = (root) => [...root.querySelectorAll("[data-part]")];
const names = (parts) => parts.map((part) => part.id).join(" ");

// Where the focus was: by id, or as the so-manyth thing of its part that can have it.
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, summary";

function placeOf(element) {
  const part = element.closest("[data-part]")?.id ?? "board";
  const order = [...document.getElementById(part).querySelectorAll(FOCUSABLE)].indexOf(element);
  return { id: element.id, part, order, value: element.value };
}

function find(place) {
  const all = document.getElementById(place.part)?.querySelectorAll(FOCUSABLE) ?? [];
  return document.getElementById(place.id) ?? all[Math.min(place.order, all.length - 1)];
}

function goTo(place) {
  const found = find(place);
  if (found?.matches("input") && place.value) found.value = place.value;
  found?.focus({ preventScroll: true });
}

function tell(which) {
  banner.hidden = !which;
  banner.textContent = which ? banner.dataset[which] : "";
}

// --- following the table -------------------------------------------------------------------------

let source = null;
let heard = 0;
// What is wrong with the table's parts, as the last ping said; at first, as the page does.
let faults = document.querySelector("#warnings .banner") ? null : "";
let lessons = latest.dataset.lessons === "true";
let phones = Number(latest.dataset.phones); // how often one was paired, or wanted to be
let moves = Number(latest.dataset.moves); // how often somebody went on to the next total that moved

function follow() {
  source?.close();
  heard = Date.now();
  source = new EventSource(`/api/events?since=${board().dataset.at}&as=${document.body.dataset.role}`);
  source.addEventListener("open", () => { heard = Date.now(); tell(); });
  source.addEventListener("ping", (event) => {
    heard = Date.now();
    const beside = JSON.parse(event.data);
    const told = beside.faults.join("\n");
    hear(beside.said);
    if (told === faults && beside.lessons === lessons && beside.phones === phones && beside.moves === moves) return;
    [faults, lessons, phones, moves] = [told, beside.lessons, beside.phones, beside.moves];
    refresh().catch(() => tell("lost"));
  });
  // Only the server knows what a phone may see: a page that is paired otherwise now is made anew.
  source.addEventListener("role", (event) => {
    if (JSON.parse(event.data).role !== document.body.dataset.role) location.reload();
  });
  source.addEventListener("table", (event) => {
    const { game } = JSON.parse(event.data);
    if (!board().dataset.at.startsWith(`${game}-`)) location.reload();
  });
  source.addEventListener("change", (event) => {
    heard = Date.now();
    const news = JSON.parse(event.data);
    latest.textContent = [news.label, ...news.told].join(" ");
    tellAloud();
    refresh().catch(() => tell("lost"));
    askAgain().catch(() => tell("lost"));
  });
  source.addEventListener("error", () => {
    // The browser tries again by itself, unless the table has answered that it is full.
    tell("lost");
    if (source.readyState === EventSource.CLOSED) watchFromTimeToTime();
  });
}

// A line from the hall, on tables that have one.
function hear(lines) {
  const said = document.getElementById("said");
  if (!said || [...said.children].map((line) => line.textContent).join("\n") === lines.join("\n")) return;
  const places = placesOf(pieces());
  said.hidden = !lines.length;
  said.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  glide(pieces(), places);
}

async function watchFromTimeToTime() {
  setTimeout(follow, LOOK_AGAIN);
  try {
    await refresh();
    tell("full");
  } catch {
    tell("lost");
  }
}

setInterval(() => {
  if (source.readyState === EventSource.OPEN && Date.now() - heard > SILENCE) {
    tell("lost");
    follow();
  }
}, 2000);
addEventListener("offline", () => tell("lost"));
addEventListener("online", follow);
follow();
wait();
showMoves(board());

// --- forms ---------------------------------------------------------------------------------------

const A_WHILE = 12000;
const ACTING = 1500; // for so long what changes is what somebody has done here
let acted = Number.NEGATIVE_INFINITY;
let reading = 0;
let refused = null; // why the last form was refused, and where its sender looks
let forgetting = 0;

// The board may be swapped right after an answer: whoever was refused still reads why, in its place.
function explain() {
  if (!refused) return;
  const { form, part, why } = refused;
  const place = form.isConnected ? form : document.getElementById(part) ?? board();
  (place.querySelector(".refusal") ?? board().querySelector(".refusal")).textContent = why;
}

function refuse(form, why) {
  refused = why ? { form, part: form.closest("[data-part]")?.id, why } : null;
  clearTimeout(forgetting);
  if (!refused) return;
  explain();
  forgetting = setTimeout(() => (refused = null), A_WHILE);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.act")) return;
  event.preventDefault();
  acted = performance.now();
  const fields = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  if (button?.name) fields.append(button.name, button.value);
  button?.setAttribute("aria-busy", "true");
  form.querySelector(".refusal").textContent = "";
  refuse(form, "");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: fields,
      headers: { Accept: "application/json" },
    });
    const said = await answer.json();
    if (!answer.ok) await turnDown(form, said.error);
    else if (button?.name === "preview") preview(form, said);
    else await taken(form, said);
    refresh().catch(() => tell("lost"));
  } catch {
    refuse(form, banner.dataset.failed);
  } finally {
    button?.removeAttribute("aria-busy");
  }
});

// What came of it is said where the hand is; what the game then asks is asked there, too.
async function taken(form, said) {
  if (form.querySelector("[name=throw], [name=line][value^='roll ']")) tumble();
  result.textContent = said.result;
  result.hidden = false;
  (sheet.contains(form) && said.asks ? sheet : content).append(result);
  clearTimeout(reading);
  reading = setTimeout(() => (result.hidden = true), A_WHILE);
  if (!sheet.contains(form)) return said.asks && "asks" in form.dataset && show("/do/asked", form);
  if (!said.asks) return sheet.close();
  address = new URL("/do/asked?part=form", location);
  await fill();
  sheet.scrollTop = 0;
  sheetContent.querySelector("button")?.focus();
}

// A sheet about a number that has changed meanwhile is shown anew, with the number as it is now.
async function turnDown(form, { code, message }) {
  if (code === "moved_on" && sheet.contains(form)) {
    await fill();
    form = sheetContent.querySelector("form.act") ?? form;
  }
  refuse(form, message);
}

function preview(form, said) {
  const box = form.querySelector(".preview");
  const title = Object.assign(document.createElement("p"), { textContent: said.label });
  const list = document.createElement("ul");
  list.append(...said.told.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  box.replaceChildren(title, list);
}

// --- sheets: a form of its own page, shown over this one ------------------------------------------

let opener = null;
let address = null; // of the form in the sheet

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-sheet]");
  const step = event.target.closest("[data-step]");
  if (step) return change(step);
  if (event.target.closest("[data-hurry]")) return hurryMoves(board());
  if (!link || event.ctrlKey || event.metaKey || !sheet.showModal) return;
  event.preventDefault();
  try {
    await show(link.href, link);
  } catch {
    location.assign(link.href);
  }
});

async function show(href, from) {
  opener = placeOf(from);
  address = new URL(href, location);
  address.searchParams.set("part", "form");
  await fill();
  if (sheet.open) return; // tapped twice
  sheet.showModal();
  // The back button of a phone closes the sheet, as people expect of whatever lies over a page;
  // below it, the page stays where it is.
  history.scrollRestoration = "manual";
  history.pushState({ sheet: true }, "");
}

async function fill() {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  sheetContent.innerHTML = await answer.text();
  revealSteps(sheetContent);
}

// --- a list to touch, below a field that looks for something ---------------------------------------

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// The lists of the same form keep what has every word that was typed.
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches("[data-narrows]")) return;
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  field.form.querySelectorAll("details.more").forEach((fold) => (fold.open ||= words.length > 0));
  field.form.querySelectorAll(".lists > li").forEach((item) => {
    const also = plain(item.dataset.also);
    item.hidden = !words.every((word) => also.includes(word)) && !item.querySelector(":checked");
  });
});

// Somebody else may have answered what this sheet asks.
async function askAgain() {
  if (!sheet.open || address?.pathname !== "/do/asked") return;
  await fill();
  if (sheetContent.querySelector("[data-nothing]")) sheet.close();
}

function change(button) {
  const input = button.closest(".stepper").querySelector("input");
  const value = Number(input.value) + Number(button.dataset.step);
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), value));
}

sheet.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest(".close")) sheet.close();
});
sheet.addEventListener("close", () => {
  if (history.state?.sheet) history.back();
  if (opener) goTo(opener);
  opener = null;
  content.append(result);
});
addEventListener("popstate", () => sheet.open && sheet.close());
