/* The page that files documents: several files need no kind yet, each gets its own on the next page. */
(() => {
  "use strict";
  const kind = document.querySelector("select[name=kind]");
  const fields = [...document.querySelectorAll("input[type=file]")];
  if (!kind || !fields.some((field) => field.multiple)) return;
  document.addEventListener("change", () => {
    kind.required = fields.reduce((sum, field) => sum + field.files.length, 0) < 2;
  });
})();
