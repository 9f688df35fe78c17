// A digit picks a suggested place, Enter gives it; the date shows its night.
"use strict";
(() => {
  // On a place that is chosen Enter gives it; in any other field of the form it looks for free beds.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.matches("[data-pick] input[type=radio]")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
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
