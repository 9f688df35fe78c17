// Forms: Ctrl+Enter saves, a second click does nothing, errors get the focus, leaving unsaved work asks first. Also menus,
// tabs and rows of tables.
"use strict";
(() => {
  const changed = new Set();
  const guarded = (element) => element.closest && element.closest("form[data-guard]");

  document.addEventListener("input", (event) => {
    const form = guarded(event.target);
    if (form) changed.add(form);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const form = event.target.form || guarded(event.target);
    if (form && form.getAttribute("method") === "post") {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // Not `form.method`: a field called "method" would hide the property.
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    // Only before files are sent the browser reports what is missing. Otherwise the server does, in the user's language.
    const files = [...form.querySelectorAll("[type=file]")];
    if (files.some((field) => field.files.length) && !form.reportValidity()) {
      event.preventDefault();
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const sendsFiles = files.some((field) => field.files.length);
    if (!sendsFiles) changed.delete(form);
    for (const button of form.querySelectorAll("button:not([type=button])")) {
      button.setAttribute("aria-disabled", "true");
    }
    // A download or a lost connection leaves the page open, so the form can be sent again. uploads.js does this for files.
    if (!sendsFiles) setTimeout(() => release(form), 8000);
  });

  document.addEventListener("amparo:arrived", (event) => changed.delete(event.target));
  document.addEventListener("amparo:broke-off", (event) => release(event.target));

  function release(form) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[aria-disabled]")) {
      button.removeAttribute("aria-disabled");
    }
  }

  window.addEventListener("pageshow", () =>
    document.querySelectorAll("form[data-sent]").forEach(release),
  );
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form");
    if (form) release(form);
  });

  window.addEventListener("beforeunload", (event) => {
    for (const form of changed) {
      if (form.isConnected) event.preventDefault();
    }
  });

  function focusErrors(root) {
    const summary = root.querySelector("[data-error-summary]");
    if (summary) summary.focus();
  }
  focusErrors(document);

  // Moves the message about the last action into the section that the URL's fragment names, and focuses it.
  const said = document.querySelector(".messages .message");
  if (said && document.activeElement === document.body) {
    const part = location.hash && document.getElementById(location.hash.slice(1));
    const heading = part && part.matches("section") && part.querySelector("h2");
    if (heading) heading.after(said.parentElement);
    said.focus();
  }

  // A page that is one form starts in its first field, except on a phone, where this would open the keyboard.
  const first = document.querySelector(
    ".narrow > form[data-guard] :is(input:not([type=hidden]), select, textarea)",
  );
  const isFree = document.activeElement === document.body && !document.querySelector("[autofocus]");
  if (first && isFree && matchMedia("(pointer: fine)").matches) {
    first.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:afterSwap", (event) => focusErrors(event.target));

  // Once a field is changed, its errors are removed: they are about the value that was sent.
  document.addEventListener("input", ({ target }) => {
    const told = [target, target.closest("fieldset")].map((each) =>
      each ? each.getAttribute("aria-describedby") || "" : "",
    );
    const ids = told
      .join(" ")
      .split(" ")
      .filter((id) => id.endsWith("_error"));
    for (const error of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
      const place = error.closest(".wrong") || error.parentElement;
      for (const link of document.querySelectorAll("[data-error-summary] li > a")) {
        if (!place.contains(document.getElementById(link.hash.slice(1)))) continue;
        const summary = link.closest("[data-error-summary]");
        (summary.querySelectorAll("li").length > 1 ? link.closest("li") : summary).remove();
      }
      place.classList.remove("wrong");
      for (const field of place.querySelectorAll("[aria-invalid]")) {
        field.removeAttribute("aria-invalid");
      }
      error.remove();
    }
  });

  // An open menu closes with Escape or a click elsewhere.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.drop[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.drop[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // Hides a question that depends on another one, until that one has an answer for which it is asked.
  function showWhatIsAsked(form) {
    for (const asked of form.querySelectorAll("[data-shown-for]")) {
      const names = asked.dataset.shownBy.split(" ");
      const other = names.map((name) => form.elements[name]).find(Boolean);
      const place = asked.closest(".field");
      if (!other || !place || place.classList.contains("wrong")) continue;
      place.hidden = !asked.dataset.shownFor.split(" ").includes(other.value);
    }
  }
  const dependent = new Set(
    [...document.querySelectorAll("[data-shown-for]")].map((asked) => asked.closest("form")),
  );
  dependent.forEach(showWhatIsAsked);
  document.addEventListener("change", (event) => {
    if (dependent.has(event.target.form)) showWhatIsAsked(event.target.form);
  });

  // Buttons that print are visible only with scripts.
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
    // A page made for printing opens the print dialog when it loads.
    if (button.dataset.print === "now") window.addEventListener("load", () => window.print());
  }

  // On a phone the parts of Today below the first are folded.
  for (const part of document.querySelectorAll("details[data-folds]")) {
    part.open = matchMedia("(min-width: 43.75rem)").matches;
  }

  // A row of tabs that is too long is scrolled to the current one.
  for (const here of document.querySelectorAll("nav.tabs [aria-current]")) {
    here.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A click anywhere in a row follows the link of its name, except on controls, and while text is selected.
  document.addEventListener("click", (event) => {
    const row = event.target.closest("tbody tr");
    const taken = event.target.closest("a, button, input, label, select, summary, textarea");
    const link = row && !taken && row.querySelector(":scope > th > a[href]");
    if (!link || event.button || String(window.getSelection())) return;
    if (event.ctrlKey || event.metaKey) window.open(link.href, "_blank", "noopener");
    else link.click();
  });
})();
