// Keyboard shortcuts of every page, as pages/shortcuts.py lists them. Single keys do nothing while the user writes, or if the
// user switched them off.
"use strict";
(() => {
  const card = document.getElementById("keys");
  const takesSigns = !("noLetterKeys" in document.body.dataset);
  const NOTE_BOX = ".note-box textarea";
  const TO_WRITE = "#write";
  const NO_TEXT =
    "[type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file]";

  // A select takes letters too: they choose an option.
  function isWrittenIn(place) {
    if (place.matches("input")) return !place.matches(NO_TEXT);
    return place.matches("textarea, select") || place.isContentEditable;
  }

  function openCard() {
    card.showModal();
    card.querySelector("h2").focus();
  }

  // The link of each row: that of its name, else of its action, else the first control.
  function rows() {
    return [...document.querySelectorAll("main tbody > tr, main [data-row-of-list]")]
      .map(
        (row) =>
          row.querySelector("th a[href]") ||
          row.querySelector("a.act, button.act") ||
          row.querySelector("a[href], button"),
      )
      .filter((link) => link && link.offsetParent !== null);
  }

  function rowOf(link) {
    return link.closest("tr, [data-row-of-list]");
  }

  function goOn(step, isArrow) {
    const here = document.activeElement;
    // Arrows scroll the page or move in a field, unless the focus is in a row already.
    if (isArrow && !here.matches("a, button")) return false;
    const links = rows();
    const place = links.findIndex((link) => rowOf(link).contains(here));
    if (isArrow && place < 0) return false;
    const next = links[place < 0 ? (step > 0 ? 0 : links.length - 1) : place + step];
    if (next) next.focus();
    return Boolean(next);
  }

  function act(event) {
    if (event.key === "ArrowDown") return goOn(1, true);
    if (event.key === "ArrowUp") return goOn(-1, true);
    if (!takesSigns || isWrittenIn(event.target)) return false;
    if (event.key === "j") return goOn(1, false);
    if (event.key === "k") return goOn(-1, false);
    if (event.key === "?" && card) {
      openCard();
      return true;
    }
    const firstAct = event.key === "+" && document.querySelector(".first-act");
    if (firstAct) {
      firstAct.click();
      return true;
    }
    const field = { "/": "[data-search]", n: NOTE_BOX }[event.key];
    const wanted = field && document.querySelector(field);
    // The other pages of a file have no note box: opens the one that has.
    const file = event.key === "n" && !wanted && document.querySelector("[data-file]");
    if (file) location.assign(file.href + TO_WRITE);
    if (wanted) {
      wanted.focus();
      wanted.select();
    }
    return Boolean(wanted || file);
  }

  if (location.hash === TO_WRITE) document.querySelector(NOTE_BOX)?.focus();

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.altKey) {
      const digit = /^Digit(\d)$/.exec(event.code);
      const entry = digit && document.querySelectorAll("nav.menu a")[(Number(digit[1]) + 9) % 10];
      if (!entry) return;
      event.preventDefault();
      entry.click();
    } else if (!document.querySelector("dialog[open]") && act(event)) {
      event.preventDefault();
    }
  });

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-keys]");
    if (!opener || !card) return;
    event.preventDefault();
    openCard();
  });
})();
