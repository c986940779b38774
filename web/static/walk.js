// One card of the walk: tags are touched or typed here, and a tap on a reader leads to another card.

const walk = document.querySelector(".walk");
const form = document.querySelector("#card");
const printed = document.querySelector("#printed");
const toggles = [...document.querySelectorAll(".toggle")];
let touched = false;

const tags = () => [...printed.querySelectorAll("input")].map((input) => input.value);
const named = (tag) => toggles.find((toggle) => toggle.value === tag)?.dataset.name ?? tag;

function show(list) {
  touched = true;
  printed.replaceChildren(...list.flatMap((tag, at) => {
    const chip = document.createElement("button");
    chip.className = "chip drop";
    chip.name = "drop";
    chip.value = at;
    chip.textContent = `${named(tag)} ×`;
    chip.setAttribute("aria-label", printed.dataset.drop.replace("{tag}", named(tag)));
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: "tags", value: tag });
    return [chip, input];
  }));
  if (!list.length) {
    const none = document.createElement("span");
    none.className = "muted";
    none.textContent = printed.dataset.none;
    printed.append(none);
  }
  for (const toggle of toggles) {
    const times = list.filter((tag) => tag === toggle.value).length;
    if (times) toggle.dataset.times = times;
    else delete toggle.dataset.times;
  }
}

form?.addEventListener("click", (event) => {
  const toggle = event.target.closest(".toggle");
  const chip = event.target.closest(".drop");
  if (!toggle && !chip) return;
  event.preventDefault();
  show(toggle ? [...tags(), toggle.value] : tags().filter((_, at) => at !== Number(chip.value)));
  if (chip) form.querySelector("#save").focus();
});
form?.addEventListener("input", () => { touched = true; });

// The whole of it without a mouse: letters, digits, BACKSPACE and ENTER, wherever nobody types.
document.addEventListener("keydown", (event) => {
  if (!form || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  if (at.matches("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (/^[0-9]$/.test(key)) {
    document.querySelector("#find").focus(); // and the digit is typed there
  } else if (key === "backspace" && printed) {
    event.preventDefault();
    show(tags().slice(0, -1));
  } else if (key === "enter" && !at.matches("button, a, summary")) {
    event.preventDefault();
    form.requestSubmit(form.querySelector("#save"));
  } else {
    const toggle = toggles.find((each) => each.dataset.letter === key);
    if (!toggle) return;
    event.preventDefault();
    show([...tags(), toggle.value]);
  }
});

// Led by the readers, as long as this phone walks.
if (walk && "walking" in walk.dataset) {
  const { number, game } = walk.dataset;
  let leaving = false; // somebody is on their way to another card already
  const look = async () => {
    const about = new URLSearchParams({ game, number });
    const answer = await fetch(`/box/where?${about}`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || leaving) return;
    const { number: now, live } = await answer.json();
    if (leaving) return;
    if (now && now !== number && !touched) {
      location.assign(`/box/${encodeURIComponent(now)}?game=${encodeURIComponent(game)}`);
      return;
    }
    const shown = document.querySelector("#live");
    if (shown.innerHTML !== live) shown.innerHTML = live;
  };
  const source = new EventSource("/api/events");
  source.addEventListener("walk", look);
  source.addEventListener("open", look);
  setInterval(look, 60000); // somebody is still there
  addEventListener("beforeunload", () => {
    leaving = true;
    source.close();
  });
}
