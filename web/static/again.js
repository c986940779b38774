// Looks again every second, for pages that tell what goes on at the table.

setInterval(async () => {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const shown = document.querySelector("main");
  if (fresh.innerHTML === shown.innerHTML) return; // and whatever somebody types there stays
  const focused = document.activeElement?.value;
  shown.replaceChildren(...fresh.childNodes);
  if (focused) shown.querySelector(`[value="${CSS.escape(focused)}"]`)?.focus();
}, 1000);
