// Keeps the tiles alive: swaps in those that changed and keeps them in order. Without it, the page
// refreshes by itself every few seconds.

const tiles = document.getElementById("tiles");
const summary = document.getElementById("summary");
const banner = document.getElementById("connection");
const SILENCE = 14000; // nearly three pings

function tell(which) {
  banner.hidden = !which;
  banner.textContent = which ? banner.dataset[which] : "";
}

// Whoever types a line for a table is not disturbed: the tile is brought up to date afterwards.
const typed = (tile) => tile?.contains(document.activeElement) && document.activeElement.matches("input");
const late = new Map();

function put(table, html) {
  const old = document.getElementById(`t-${table}`);
  if (typed(old)) return late.set(table, html);
  const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (!fresh || old?.isEqualNode(fresh)) return;
  if (old?.querySelector("details[open]")) fresh.querySelector("details")?.setAttribute("open", "");
  const focused = old?.contains(document.activeElement) ? document.activeElement.textContent : null;
  if (old) old.replaceWith(fresh);
  else tiles.append(fresh);
  if (focused) [...fresh.querySelectorAll("button, a, summary")].find((each) => each.textContent === focused)?.focus();
}

addEventListener("focusout", () =>
  setTimeout(() => {
    for (const [table, html] of [...late]) {
      late.delete(table);
      put(table, html);
    }
  }),
);

function arrange(order) {
  const there = [...tiles.children];
  const known = new Set(order);
  there.filter((tile) => !known.has(tile.dataset.table)).forEach((tile) => tile.remove());
  if ([...tiles.children].map((tile) => tile.dataset.table).join() === order.join()) return;
  if (there.some(typed)) return; // moving it would take the cursor away
  const focused = document.activeElement;
  tiles.append(...order.map((table) => document.getElementById(`t-${table}`)).filter(Boolean));
  focused?.focus?.({ preventScroll: true });
}

let source = null;
let heard = 0;
let seen = tiles.dataset.seen;

function follow() {
  source?.close();
  heard = Date.now();
  source = new EventSource(`/api/events?since=${seen}&view=${tiles.dataset.view}`);
  source.addEventListener("open", () => { heard = Date.now(); tell(); });
  source.addEventListener("ping", () => (heard = Date.now()));
  source.addEventListener("tiles", (event) => {
    heard = Date.now();
    seen = event.lastEventId;
    const news = JSON.parse(event.data);
    for (const [table, tile] of Object.entries(news.tiles)) put(table, tile.html);
    arrange(news.order);
    tiles.className = `tiles ${news.size}`;
    document.getElementById("none").hidden = news.order.length > 0;
    if (summary.dataset.html !== news.summary) {
      summary.dataset.html = news.summary;
      summary.innerHTML = news.summary;
    }
  });
  source.addEventListener("error", () => {
    tell("lost");
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
  });
}

setInterval(() => {
  if (source.readyState === EventSource.OPEN && Date.now() - heard > SILENCE) {
    tell("lost");
    follow();
  }
}, 2000);
follow();

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.act")) return;
  event.preventDefault();
  const why = form.querySelector(".refusal");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { Accept: "application/json" },
    });
    const said = await answer.json();
    if (why) why.textContent = answer.ok ? "" : said.error.message;
    else if (!answer.ok) Object.assign(banner, { hidden: false, textContent: said.error.message });
    const text = form.querySelector("[name=text]");
    if (answer.ok && text) {
      text.value = "";
      text.blur();
      form.closest("details")?.removeAttribute("open");
    }
  } catch {
    tell("failed");
  }
});
