/* The page that files documents: several files need no kind yet, each gets its own on the next page. */
(() => {
  "use strict";
  const file = document.querySelector("input[type=file][multiple]");
  const kind = document.querySelector("select[name=kind]");
  if (!file || !kind) return;
  file.addEventListener("change", () => {
    kind.required = file.files.length < 2;
  });
})();
