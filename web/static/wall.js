// Keeps the wall alive: follows the table, swaps in the newest picture, and makes it as large as it
// can be without anything out of sight. Without it, the page refreshes by itself.

const banner = document.getElementById("connection");
const SILENCE = 14000; // nearly three pings
const SOON = 1000; // after which what was not ready is asked for again
const wall = () => document.getElementById("wall");

// --- as large as there is room -------------------------------------------------------------------

const WIDE = matchMedia("(min-width: 60rem)");
const root = document.documentElement;
const LARGEST = 1.6;
let fitted = 1;
const scale = (by) => root.style.setProperty("--fit", (fitted = by));
const fits = () => root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;

function fit() {
  if (!WIDE.matches) return root.style.removeProperty("--fit");
  let [least, most] = [0.5, LARGEST];
  scale(most);
  if (fits()) return;
  for (let step = 0; step < 7; step += 1) {
    const half = (least + most) / 2;
    scale(half);
    if (fits()) least = half;
    else most = half;
  }
  scale(least);
}

// What has become a little too long: nearly always one step is enough, where a search would take eight.
function shrink() {
  while (WIDE.matches && fitted > 0.5 && !fits()) scale(fitted - 0.04);
}

// What has become shorter may be larger again, once nothing has happened for a while. Mostly nothing has:
// one step up tells, where a search would lay the page out eight times.
const A_WHILE = 8000;
let growing = 0;

function grow() {
  clearTimeout(growing);
  growing = setTimeout(() => {
    if (!WIDE.matches || fitted >= LARGEST) return;
    const before = fitted;
    scale(before + 0.04);
    if (fits()) fit();
    else scale(before);
  }, A_WHILE);
}

// Who stands at the wall hurries what moves with any key or touch.
for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => hurryMoves(wall()));

fit();
addEventListener("load", fit);
document.fonts.ready.then(fit); // headings are as wide as their typeface
addEventListener("resize", fit);

// --- following the table -------------------------------------------------------------------------

let looking = null;
let again = false;
let waiting = 0;

function refresh() {
  again = true;
  looking ??= look().finally(() => (looking = null));
  looking.catch(() => tell(true));
}

async function look() {
  while (again) {
    again = false;
    const answer = await fetch("/wall/now", { cache: "no-store" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wall");
    if (!fresh.isEqualNode(wall())) {
      const before = beforeChanges(wall());
      morph(wall(), fresh);
      shrink();
      grow();
      showChanges(wall(), before);
      showMoves(wall());
    }
    wait();
  }
}

function wait() {
  clearTimeout(waiting);
  if (wall().hasAttribute("data-soon")) waiting = setTimeout(refresh, SOON);
}

function tell(lost) {
  banner.hidden = !lost;
  banner.textContent = lost ? banner.dataset.lost : "";
}

let source = null;
let heard = 0;
let faults = "";

function follow() {
  source?.close();
  heard = Date.now();
  source = new EventSource(`/api/events?since=${wall().dataset.at}`);
  source.addEventListener("open", () => { heard = Date.now(); tell(false); });
  source.addEventListener("change", () => { heard = Date.now(); refresh(); tellAloud(); });
  source.addEventListener("ping", (event) => {
    heard = Date.now();
    if (event.data !== faults) refresh();
    faults = event.data;
  });
  source.addEventListener("table", (event) => {
    const { game } = JSON.parse(event.data);
    if (!wall().dataset.at.startsWith(`${game}-`)) location.reload();
  });
  source.addEventListener("error", () => {
    tell(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}

setInterval(() => {
  if (source.readyState === EventSource.OPEN && Date.now() - heard > SILENCE) {
    tell(true);
    follow();
  }
}, 2000);
follow();
wait();
showMoves(wall());
