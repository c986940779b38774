// Keeps the virtual table alive: the picture, the lights and the plugs as they are, and hands that
// hold, drag and press without leaving the page.

const form = document.getElementById("virtual");
const banner = document.getElementById("connection");
const refusal = form.querySelector(".refusal");
const A_HOLD = 600; // milliseconds

// --- how it looks --------------------------------------------------------------------------------

function show(look) {
  document.getElementById("screen")?.setAttribute("d", look.screen || "M0 0");
  for (const lamp of form.querySelectorAll("[data-light]"))
    lamp.toggleAttribute("data-lit", look.lit.includes(lamp.dataset.light));
  for (const pad of form.querySelectorAll("[data-zone]"))
    pad.toggleAttribute("data-lying", look.lying.includes(pad.dataset.zone));
  for (const part of form.querySelectorAll("[data-plug]"))
    part.classList.toggle("off", look.unplugged.includes(part.dataset.plug));
  for (const button of form.querySelectorAll("[data-pull]")) {
    const gone = look.unplugged.includes(button.value);
    button.name = gone ? "plug" : "unplug";
    button.textContent = gone ? button.dataset.put : button.dataset.pull;
    button.classList.toggle("gone", gone);
  }
  form.querySelectorAll(".bar li").forEach((light, at) => light.classList.toggle("lit", look.bar[at]));
  document.getElementById("buzzer").hidden = !look.buzzing;
  const pause = document.getElementById("pause");
  if (pause) {
    pause.closest(".demo").hidden = look.paused === null;
    for (const button of form.querySelectorAll("[name=speed][aria-pressed]"))
      button.setAttribute("aria-pressed", button.value === look.speed);
    pause.value = look.paused ? "0" : "1";
    pause.textContent = look.paused ? pause.dataset.go : pause.dataset.pause;
  }
}

// What the table asks, and which things it would take.
function ask({ asked, taken, laid, rows, table, zones, new_code }) {
  if (String(table) !== form.dataset.table) return location.reload(); // another game, other things
  const words = document.getElementById("asked");
  words.innerHTML = asked;
  seeMark(words.parentElement, words.querySelector(".marked"));
  for (const pad of form.querySelectorAll("[data-zone]"))
    pad.querySelector(".whose").textContent = zones[pad.dataset.zone];
  lay(rows, new Set(laid));
  askCode(new_code);
  const names = new Set(taken);
  for (const thing of form.querySelectorAll(".thing"))
    thing.toggleAttribute("data-idle", !names.has(thing.value));
}

// A printed code of which nobody knows yet which card it is.
function askCode(code) {
  const box = document.getElementById("new-code");
  const before = box.hidden ? "" : box.querySelector("[name=code]").value;
  if (code === before) return;
  box.hidden = !code;
  for (const button of box.querySelectorAll("button")) button.value = code;
  box.querySelector("input").value = "";
  if (code) box.querySelector("input").focus();
}

// Where there are more answers than room, the one with the mark is in sight.
function seeMark(box, mark) {
  box.scrollTop = 0;
  if (!mark) return;
  const below = mark.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
  if (below > 0) box.scrollTop = below + mark.offsetHeight;
}

// What lies on the table lies in nobody's tray. Stacks that somebody has spread stay so.
function lay(html, laid) {
  const table = document.getElementById("rows");
  if (table && table.dataset.html !== html) {
    const spread = [...table.querySelectorAll("details")].map((stack) => stack.open);
    const before = beforeChanges(table);
    table.dataset.html = html;
    table.innerHTML = html;
    showChanges(table, before);
    table.querySelectorAll("details").forEach((stack, at) => (stack.open = spread[at] ?? false));
  }
  for (const thing of form.querySelectorAll(".tray .thing"))
    thing.toggleAttribute("data-laid", laid.has(thing.value));
}

const LOOK_AGAIN = 5000;

function follow() {
  const source = new EventSource("/api/virtual");
  source.addEventListener("open", () => (banner.hidden = true));
  source.addEventListener("error", async () => {
    tell(banner.dataset.lost);
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(follow, LOOK_AGAIN);
    const answer = await fetch("/virtual", { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && !answer.ok) tell((await answer.json()).error.message);
  });
  source.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    if (news.lit) show(news);
    if (!news.asked) return;
    ask(news);
    tellAloud();
  });
}

function tell(text) {
  banner.hidden = false;
  banner.textContent = text;
}

follow();

// --- what hands do -------------------------------------------------------------------------------

const AT_ONCE = 5; // movements that wait for one pair of hands
let underway = 0;

async function send(name, value, zone) {
  if (underway >= AT_ONCE) {
    refusal.textContent = form.dataset.busy;
    return;
  }
  underway += 1;
  const fields = new URLSearchParams(new FormData(form));
  if (zone) fields.set("zone", zone);
  fields.set(name, value);
  refusal.textContent = "";
  try {
    const answer = await fetch("/virtual", {
      method: "POST",
      body: fields,
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) refusal.textContent = (await answer.json()).error.message;
  } catch {
    refusal.textContent = form.dataset.failed;
  } finally {
    underway -= 1;
  }
}

let held = false; // a finger that stayed has done its work already when it leaves

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (!button || held) {
    held = false;
    return;
  }
  send(button.name, button.value);
});

for (const cap of form.querySelectorAll("[name=press]")) {
  let timer = 0;
  cap.addEventListener("pointerdown", (event) => {
    held = false;
    // The page above may grow or shrink meanwhile: the finger is still on the button it pressed.
    cap.setPointerCapture(event.pointerId);
    timer = setTimeout(() => {
      held = true;
      send("hold", cap.value);
    }, A_HOLD);
  });
  for (const end of ["pointerup", "pointercancel"])
    cap.addEventListener(end, () => clearTimeout(timer));
  cap.addEventListener("contextmenu", (event) => event.preventDefault());
}

// --- cards: pressed, or dragged to a reader or a place ---------------------------------------------

// Not the browser's own dragging: Firefox drags no button. A finger scrolls, and taps.
const FAR = 6; // dots after which a press is a drag
let drag = null;

form.addEventListener("pointerdown", (event) => {
  const thing = event.target.closest("[name=tap]");
  if (thing && event.button === 0 && event.pointerType !== "touch")
    drag = { thing, x: event.clientX, y: event.clientY, ghost: null };
});

addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost && Math.hypot(across, down) < FAR) return;
  drag.ghost ??= lift(drag.thing);
  drag.ghost.style.translate = `${across}px ${down}px`;
  mark(under(event));
});

addEventListener("pointerup", async (event) => {
  const { thing, ghost } = drag ?? {};
  drag = null;
  if (!ghost) return;
  const target = under(event);
  ghost.remove();
  mark(null);
  if (target?.dataset.zone) return send("tap", thing.value, target.dataset.zone);
  const place = target?.querySelector(".spot")?.value;
  if (!place || target.contains(thing)) return;
  await send("tap", thing.value);
  await send("tap", place);
});
addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
});

function lift(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const ghost = thing.cloneNode(true);
  ghost.removeAttribute("name");
  ghost.classList.add("ghost");
  for (const [name, value] of Object.entries({ left, top, width, height })) ghost.style[name] = `${value}px`;
  document.body.append(ghost);
  return ghost;
}

const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone], .place");

function mark(target) {
  for (const each of form.querySelectorAll(".over")) if (each !== target) each.classList.remove("over");
  target?.classList.add("over");
}

const find = document.getElementById("find");
find?.addEventListener("input", () => {
  const wanted = find.value.trim().toLowerCase();
  for (const group of form.querySelectorAll(".tray details")) {
    let found = 0;
    for (const thing of group.querySelectorAll(".thing")) {
      const fits = `${thing.value} ${thing.textContent}`.toLowerCase().includes(wanted);
      thing.hidden = !fits;
      found += fits;
    }
    group.hidden = !found;
    if (wanted) group.open = found > 0;
  }
});

// Enter in a field would press the first button of the form, which is one of the board's.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  event.target.closest(".new-code")?.querySelector("[name=code]").click();
});
