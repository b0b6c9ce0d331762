// Completion of fields with data-complete. The page works without it.
"use strict";

for (const field of document.querySelectorAll("[data-complete]")) complete(field);

function complete(field) {
  const kind = field.dataset.complete;
  const list = document.createElement("ul");
  const id = `choices-${Math.random().toString(36).slice(2)}`;
  Object.assign(list, { id, hidden: true, className: "choices" });
  list.setAttribute("role", "listbox");
  field.after(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-controls", id);
  field.setAttribute("aria-autocomplete", "list");
  let start = 0, end = 0, current = -1, asked = 0, timer = 0;

  function hide() {
    list.hidden = true;
    current = -1;
    field.setAttribute("aria-expanded", "false");
  }

  function mark(number) {
    const items = list.children;
    current = (number + items.length) % items.length;
    [...items].forEach((item, at) => item.setAttribute("aria-selected", String(at === current)));
    items[current].scrollIntoView({ block: "nearest" });
  }

  function choose(word) {
    const text = field.value;
    field.value = text.slice(0, start) + word + text.slice(end);
    const at = start + word.length;
    field.setSelectionRange(at, at);
    hide();
    field.focus();
  }

  async function ask() {
    const mine = ++asked;
    end = field.selectionStart;
    const text = field.value.slice(0, end);
    const fields = new URLSearchParams({ kind, text });
    const answer = await fetch(`/fleet/complete?${fields}`, { credentials: "same-origin" });
    if (mine !== asked || !answer.ok || document.activeElement !== field) return;
    const found = await answer.json();
    start = found.from;
    list.replaceChildren(...found.words.map((word) => {
      const item = document.createElement("li");
      item.setAttribute("role", "option");
      item.textContent = word;
      item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(word); });
      return item;
    }));
    current = -1;
    list.hidden = found.words.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(hide), 120);
  });
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isSubmit && kind === "pql") field.form.requestSubmit();
    if (list.hidden) return;
    if (event.key === "ArrowDown") mark(current + 1);
    else if (event.key === "ArrowUp") mark(current - 1);
    else if (event.key === "Escape") hide();
    else if ((event.key === "Enter" || event.key === "Tab") && current >= 0) choose(list.children[current].textContent);
    else return;
    event.preventDefault();
  });
}
