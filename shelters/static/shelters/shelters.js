// A digit picks a suggested place; the date shows its night.
"use strict";
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ("noLetterKeys" in document.body.dataset) return;
    if (event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select")) {
      return;
    }
    const choice = document.querySelector(`[data-pick] [data-key="${CSS.escape(event.key)}"]`);
    if (!choice) return;
    event.preventDefault();
    choice.checked = true;
    choice.focus();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]") && event.target.value) {
      event.target.form.requestSubmit();
    }
  });
})();
