// Keys of the board, and dragging. Everything is a button or a link of the page, so that nothing here is needed: arrows go from
// run to run, a digit chooses the place of that number, s asks to swap with the run that has the focus, + and - change the nights
// by one, Shift and an arrow by a week, b goes to the tray, u undoes, [ and ] show another week, Esc drops the pick.
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
    const isWithAnother = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
    if (isWithAnother || !event.key.startsWith("Arrow")) return;
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
    b: ".tray button",
  };

  function placeOf(event) {
    if (event.key === "Escape") return board.querySelector("[data-drop]");
    if (event.key.startsWith("Arrow")) {
      return event.shiftKey && board.querySelector(`[data-key="Shift+${event.key}"]`);
    }
    if (!takesSigns || event.key.length > 1) return null;
    if (event.key === "s") return event.target.closest("td button:is([name=with], [name=pick])");
    if (/[1-9+-]/.test(event.key)) return board.querySelector(`[data-key="${event.key}"]`);
    return LINKS[event.key] && document.querySelector(LINKS[event.key]);
  }

  // Once another board was asked for, this one takes no more keys: its numbers are not those of the next.
  let isLeaving = false;
  window.addEventListener("pageshow", () => (isLeaving = false));
  const leave = () => (isLeaving = true);
  board.addEventListener("submit", leave);
  document.addEventListener("click", (event) => {
    if (event.target.closest("a[href]:not([target])") && !event.defaultPrevented) leave();
  });

  // In the first phase, because + is also a key of every page.
  const isFirst = { capture: true };
  const take = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isLeaving) return take(event);
      if (document.querySelector("dialog[open]") || isWritten(event.target)) return;
      const place = placeOf(event);
      if (!place) return;
      take(event);
      if (event.key === "b") place.focus();
      else place.click();
    },
    isFirst,
  );

  // Dragging presses buttons: what is dragged gets picked; where the picked people are dropped, that place is chosen.
  let dragged = null;
  board.addEventListener("pointerdown", (event) => {
    const isMouse = event.pointerType === "mouse" && event.button === 0;
    dragged = isMouse && event.target.closest("button[name=pick], .picked > button");
    board.classList.toggle("drags", Boolean(dragged));
  });
  document.addEventListener("pointerup", (event) => {
    const target = event.target.closest("td")?.querySelector("button");
    const isPicked = dragged && dragged.matches("[aria-pressed=true], .picked > *");
    if (dragged && !dragged.contains(event.target)) {
      if (!isPicked) dragged.click();
      else if (target) target.click();
    }
    board.classList.remove("drags");
    dragged = null;
  });

  board.addEventListener("change", (event) => {
    if (event.target.matches("[data-judge]")) board.requestSubmit();
  });
})();
