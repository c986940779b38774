// A card's blanks: with every touch the page asks what has become of the sentence, and swaps it in.
// Everything it does also works without it, with a button.

const blanks = () => document.getElementById("sentence");
const SOON = 250; // after which somebody who types has paused
document.documentElement.classList.add("scripted");
let asked = 0;
let pausing = 0;

async function ask(...pressed) {
  const turn = ++asked;
  const old = blanks();
  const form = new URLSearchParams(new FormData(old.closest("form")));
  for (const [name, value] of [...pressed, ["part", "1"]]) form.append(name, value);
  const answer = await fetch(old.dataset.to, { method: "POST", body: form });
  // Whoever has gone on meanwhile has asked again.
  if (turn !== asked || !answer.ok) return;
  swap(await answer.text(), pressed[0]);
}

function swap(html, pressed) {
  const old = blanks();
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("sentence");
  for (const open of old.querySelectorAll("details[data-path][open]")) {
    const again = fresh.querySelector(`details[data-path="${open.dataset.path}"]`);
    if (again) again.open = true;
  }
  const { name, value, selectionStart } = document.activeElement ?? {};
  const inside = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (pressed?.[0] === "more") {
    const rows = fresh.querySelectorAll(`[data-row^="${pressed[1]}."]`);
    const own = [...rows].filter((row) => /^\.\d+$/.test(row.dataset.row.slice(pressed[1].length)));
    own.at(-1)?.querySelector("input, select")?.focus();
  } else if (inside && name) {
    const named = [...fresh.querySelectorAll(`[name="${name}"]`)];
    const same = named.find((each) => each.value === value) ?? named[0];
    same?.focus({ preventScroll: true });
    if (same?.matches("input:not([type])") && selectionStart != null) same.setSelectionRange(selectionStart, selectionStart);
  }
}

// What is typed or chosen beside "other" is what "other" means.
function meanOther(field) {
  const radio = field.closest(".other")?.querySelector("[type=radio]");
  if (radio) radio.checked = true;
}

document.addEventListener("input", (event) => {
  if (!event.target.closest("#sentence") || event.target.name === "as") return;
  if (event.target.matches("select, input:not([type])")) meanOther(event.target);
  clearTimeout(pausing);
  pausing = setTimeout(ask, event.target.matches("input:not([type])") ? SOON : 0);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("#sentence button[name]");
  if (!button) return;
  event.preventDefault();
  ask([button.name, button.value]);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "as") return;
  event.preventDefault();
  ask(["like", ""]);
});
