// Another language is another page: what somebody has typed into a form goes there with them.

const KEY = "typed";
const here = location.pathname;
const fields = () => [...document.querySelectorAll("main form input:not([type=hidden]), main form select")];

const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
sessionStorage.removeItem(KEY);
if (kept?.here === here) {
  fields().forEach((field, at) => {
    const [name, value, checked] = kept.typed[at] ?? [];
    if (field.name !== name) return;
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = checked;
    else field.value = value;
  });
}

for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => {
    const typed = fields().map((field) => [field.name, field.value, field.checked]);
    sessionStorage.setItem(KEY, JSON.stringify({ here, typed }));
  });
}
