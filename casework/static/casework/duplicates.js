// Duplicates as you type: after a change in a row, people on file who may be the one in it stand under the row.
// Names travel in the body of a POST. Nothing here keeps the arrival from being saved.
"use strict";
(() => {
  const form = document.querySelector("[data-arrival][data-duplicates]");
  if (!form) return;
  const kept = form.querySelector("[data-choices]");
  const asked = ["given_names", "family_names", "sex", "birth", "document"];
  const waiting = new Map();

  const cell = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const prefix = (row) => cell(row, "given_names").name.replace(/-given_names$/, "");
  const typed = (row, name) => (cell(row, name) ? cell(row, name).value.trim() : "");
  const rows = () => [...form.querySelectorAll("[data-rows] [data-row]")];
  const below = (row) => row.querySelector("[data-found]");

  // Whom the other rows were said to be: their families are asked about by given name and age alone.
  const cameWith = (row) =>
    [...kept.children]
      .map((each) => each.value.split(" "))
      .filter(([by, said]) => by !== prefix(row) && said !== "different")
      .map(([_by, _said, number]) => number)
      .join(" ");
  const question = (row) => JSON.stringify([asked.map((name) => typed(row, name)), cameWith(row)]);

  function choice(row, number) {
    const start = `${prefix(row)} `;
    return [...kept.children].find(
      (each) => each.value.startsWith(start) && each.value.endsWith(` ${number}`),
    );
  }

  function show(row) {
    const found = below(row);
    if (!found) return;
    for (const person of found.querySelectorAll("[data-person]")) {
      const said = choice(row, person.dataset.person);
      for (const button of person.querySelectorAll("[data-choice]")) {
        const pressed = Boolean(said) && said.value.split(" ")[1] === button.dataset.choice;
        button.setAttribute("aria-pressed", String(pressed));
      }
    }
  }

  async function ask(row) {
    const body = new FormData();
    for (const name of asked) body.set(`row-${name}`, typed(row, name));
    const others = rows().filter((other) => other !== row);
    body.set(
      "row-relatives",
      others
        .map((other) => `${typed(other, "given_names")} ${typed(other, "family_names")}`.trim())
        .filter(Boolean)
        .join("\n"),
    );
    body.set("row-came_with", cameWith(row));
    body.set("place", row.querySelector("th").textContent.trim());
    body.set("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
    const before = question(row);
    let text = "";
    try {
      const answer = await fetch(form.dataset.duplicates, {
        method: "POST",
        body,
        credentials: "same-origin",
        redirect: "error",
      });
      if (!answer.ok) return;
      text = (await answer.text()).trim();
    } catch {
      return;
    }
    // Somebody typed on: the newer question brings the newer answer.
    if (before !== question(row)) return;
    const old = below(row);
    if (!text) {
      old?.remove();
      return;
    }
    const fresh = document.createElement("tr");
    fresh.dataset.found = "";
    fresh.className = "found";
    fresh.innerHTML = text;
    if (old) old.replaceWith(fresh);
    else row.append(fresh);
    show(row);
  }

  form.addEventListener("input", (event) => {
    const row = event.target.closest("[data-row]");
    if (!row || !asked.some((name) => event.target.name.endsWith(`-${name}`))) return;
    clearTimeout(waiting.get(row));
    waiting.set(
      row,
      setTimeout(() => ask(row), 700),
    );
  });

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-choice]");
    if (!button) return;
    const found = button.closest("[data-found]");
    const row = found.closest("[data-row]");
    const number = button.closest("[data-person]").dataset.person;
    const before = choice(row, number);
    const again = before?.value.split(" ")[1] === button.dataset.choice;
    before?.remove();
    if (!again) {
      const hidden = document.createElement("input");
      hidden.type = "hidden";
      hidden.name = "duplicate";
      hidden.value = `${prefix(row)} ${button.dataset.choice} ${number}`;
      kept.append(hidden);
    }
    show(row);
    for (const other of rows()) if (other !== row && typed(other, "given_names")) ask(other);
  });

  // What came back from the server with errors is asked about again.
  for (const row of rows()) if (typed(row, "given_names")) ask(row);
})();
