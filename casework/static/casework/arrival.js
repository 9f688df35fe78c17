// The quick-log: Tab out of the last cell adds a row with the family name of the head. (Ctrl+Enter saves: forms.js.)
"use strict";
(() => {
  const form = document.querySelector("[data-arrival]");
  if (!form) return;
  const rows = form.querySelector("[data-rows]");
  const empty = form.querySelector("[data-empty-row]");
  const total = form.querySelector("[name=member-TOTAL_FORMS]");
  const most = Number(form.querySelector("[name=member-MAX_NUM_FORMS]").value);
  // The cells in sight; what is folded under a row does not lie on the way from row to row.
  const fields = (row) => [...row.rows[0].querySelectorAll("input, select")];
  const all = () => [...rows.querySelectorAll("[data-row]")];

  // Rows that the server drew for browsers without script, and that nobody filled, go away.
  for (const row of all().slice(1).reverse()) {
    if (!("blank" in row.dataset) || row.querySelector(".errorlist")) break;
    row.remove();
    total.value = Number(total.value) - 1;
  }

  // A, B … Z, AA, AB …
  const letters = (number) =>
    (number < 26 ? "" : letters(Math.floor(number / 26) - 1)) +
    String.fromCharCode(65 + (number % 26));
  const familyOf = (row) => row.querySelector("[name$=-family]");

  const valueOf = (row, name) => row.querySelector(`[name$=-${name}]`).value.trim();

  // By row in a group: the letter of its family, where it is empty that of the row above, and who came first in it.
  function families() {
    const heads = new Map();
    let letter = "A";
    return new Map(
      all().map((row) => {
        letter = valueOf(row, "family").toUpperCase() || letter;
        if (!heads.has(letter)) heads.set(letter, row);
        return [row, { letter, head: heads.get(letter) }];
      }),
    );
  }

  function say(cell, text) {
    const said = cell.parentElement.querySelector(".said") || document.createElement("small");
    said.className = "said";
    said.textContent = text;
    cell.after(said);
  }

  function sayFamilies() {
    if (!familyOf(all()[0])) return;
    for (const [row, { letter, head }] of families()) {
      const name = ["given_names", "family_names"].map((part) => valueOf(head, part)).join(" ");
      const words = form.dataset.familySaid
        .replace("{letter}", letter)
        .replace("{name}", () => name);
      say(familyOf(row), row === head ? "" : words);
    }
  }

  function nextFamily() {
    const used = new Set([...families().values()].map(({ letter }) => letter));
    let number = 0;
    while (used.has(letters(number))) number += 1;
    return letters(number);
  }

  function addRow(isNewFamily = false) {
    if (Number(total.value) >= most) {
      form.querySelector("[data-full]").hidden = false;
      return false;
    }
    const last = all().at(-1);
    const fresh = empty.content.cloneNode(true).querySelector("[data-row]");
    const index = total.value;
    fresh.innerHTML = fresh.innerHTML.replaceAll("__prefix__", index);
    fresh.querySelector("th").textContent = String(Number(index) + 2);
    // Without a letter: of whom a relation is said belongs to the row above, of others it is asked.
    if (isNewFamily) familyOf(fresh).value = nextFamily();
    rows.append(fresh);
    total.value = Number(index) + 1;
    // The family name is that of the head: the row above may be an in-law's.
    const head = familyOf(last) ? families().get(last).head : all()[0];
    if (!isNewFamily) {
      fresh.querySelector("[name$=-family_names]").value = valueOf(head, "family_names");
    }
    sayFamilies();
    fresh.querySelector("[name$=-given_names]").focus();
    return true;
  }

  rows.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.shiftKey || event.ctrlKey || event.altKey) return;
    const last = all().at(-1);
    if (event.target !== fields(last).at(-1)) return;
    // Out of a row that names nobody the way leads on to what stands below: nobody is kept in the grid.
    if (!["given_names", "alias", "document"].some((name) => valueOf(last, name))) return;
    if (addRow()) event.preventDefault();
  });

  // An age is said back with the year that it stands for, as it will be on file: nobody's birthday.
  const ABOUT =
    /^(?:unos|unas|como|aprox(?:imadamente)?\.?|about|ca\.?|\+\/-|±|≈)?\s*~?\s*(\d{1,3})\s*(?:a|años?|anos?|y|years?)?\s*\??$/;

  function sayBack(cell) {
    const age = ABOUT.exec(cell.value.trim().toLowerCase());
    const day = form.querySelector("[name=on]");
    const year = Number(/(\d{4})\s*$/.exec(day.value)?.[1] || day.dataset.date.slice(0, 4));
    const words = form.dataset.bornAbout;
    say(cell, age ? words.replace("{age}", age[1]).replace("{year}", year - Number(age[1])) : "");
  }
  rows.addEventListener("input", (event) => {
    if (event.target.matches("[name$=-birth]")) sayBack(event.target);
    sayFamilies();
  });
  sayFamilies();

  const newFamily = form.querySelector("[data-new-family]");
  if (newFamily) {
    newFamily.hidden = false;
    newFamily.addEventListener("click", () => addRow(true));
    form.addEventListener("keydown", (event) => {
      if (event.key !== "F2") return;
      event.preventDefault();
      addRow(true);
    });
  }

  form.querySelector("[data-add-row]").addEventListener("click", (event) => {
    event.preventDefault();
    addRow();
  });
})();
