// Keys of the board. Everything is a button or a link of the page, so that nothing here is needed: arrows go from run to run,
// a digit chooses the place of that number, b goes to the tray, u undoes, [ and ] show another week, Esc drops the pick.
"use strict";
(() => {
  const board = document.querySelector("[data-board]");
  if (!board) return;
  const sheet = board.querySelector(".by-night");
  const why = board.querySelector("[data-why]");
  const takesSigns = !("noLetterKeys" in document.body.dataset);
  const isWritten = (place) =>
    place.matches("textarea, select, input:not([type=checkbox])") || place.isContentEditable;

  function columnOf(cell) {
    let column = 0;
    for (let each = cell.previousElementSibling; each; each = each.previousElementSibling) {
      column += each.colSpan;
    }
    return column;
  }

  function cellAt(row, column) {
    let at = 0;
    for (const cell of row.cells) {
      at += cell.colSpan;
      if (at > column) return cell;
    }
    return row.cells[row.cells.length - 1];
  }

  function goTo(cell) {
    if (!cell) return false;
    const place = cell.querySelector("button, a") || cell;
    if (place === cell) cell.tabIndex = -1;
    place.focus();
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  function move(key, cell) {
    const row = cell.parentElement;
    const rows = [...sheet.querySelectorAll("tbody > tr")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!step) {
      return goTo(key === "ArrowRight" ? cell.nextElementSibling : cell.previousElementSibling);
    }
    const next = rows[rows.indexOf(row) + step];
    return goTo(next && cellAt(next, columnOf(cell)));
  }

  sheet.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target.closest("td, tbody th");
    const first = event.key === "ArrowDown" && sheet.querySelector("tbody th");
    if (cell ? move(event.key, cell) : goTo(first)) event.preventDefault();
  });

  sheet.addEventListener("focusin", (event) => {
    const cell = event.target.closest("td");
    if (why && cell) why.textContent = cell.innerText.trim();
  });

  const LINKS = {
    "[": "[data-week='[']",
    "]": "[data-week=']']",
    u: ".messages a",
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || isWritten(event.target)) return;
    const drop = event.key === "Escape" && board.querySelector("[data-drop]");
    const isSign = takesSigns && event.key.length === 1;
    const numbered =
      isSign && /[1-9]/.test(event.key) && board.querySelector(`[data-key="${event.key}"]`);
    const link =
      drop || numbered || (isSign && LINKS[event.key] && document.querySelector(LINKS[event.key]));
    const tray = isSign && event.key === "b" && board.querySelector(".tray button");
    if (tray) tray.focus();
    if (link) link.click();
    if (tray || link) event.preventDefault();
  });

  board.addEventListener("change", (event) => {
    if (event.target.matches("[data-judge]")) board.requestSubmit();
  });
})();
