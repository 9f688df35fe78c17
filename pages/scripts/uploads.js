// File inputs: warns before sending files that would be refused, sends a form once, and shows the progress.
"use strict";
(() => {
  const MEGABYTE = 1048576;
  const fields = (form) => [...form.querySelectorAll("[data-uploading]")];
  const chosen = (form) => [].concat(...fields(form).map((field) => Array.from(field.files)));
  const filled = (words, facts) => words.replace(/\{(\w+)\}/g, (_whole, name) => facts[name] ?? "");
  const inMegabytes = (size) => Math.ceil(size / MEGABYTE);

  function fault(form, field) {
    const files = chosen(form);
    const { largest, together, tooLarge, tooMuch, tooMany } = field.dataset;
    const large = files.find((file) => file.size > Number(largest));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const most = Math.max(...fields(form).map((each) => Number(each.dataset.files)));
    if (large) return filled(tooLarge, { name: large.name, size: inMegabytes(large.size) });
    if (size > Number(together)) return filled(tooMuch, { size: inMegabytes(size) });
    return files.length > most ? tooMany : "";
  }

  // The warning is below the changed field. The browser does not send a form with one.
  document.addEventListener("change", (event) => {
    const { form } = event.target;
    if (!form || !event.target.matches("[data-uploading]")) return;
    for (const field of fields(form)) {
      const words = field === event.target ? fault(form, field) : "";
      field.setCustomValidity(words);
      say(field, words, "errorlist");
    }
  });

  function say(after, words, look = "said") {
    const place = after.nextElementSibling;
    if (place && place.matches("[data-upload-says]")) {
      place.className = look;
      if (place.textContent !== words) place.textContent = words;
      return;
    }
    const made = document.createElement("p");
    made.className = look;
    made.dataset.uploadSays = "";
    made.setAttribute("role", "status");
    after.after(made);
    // Screen readers announce changes only of an element that was there before.
    if (words) setTimeout(() => (made.textContent = words));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const isSent = form.getAttribute("method") === "post";
    if (event.defaultPrevented || !isSent || !chosen(form).length) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  function send(form, button) {
    const { uploading, brokeOff } = fields(form)[0].dataset;
    const buttons = form.querySelector(".actions");
    const place = (buttons && buttons.previousElementSibling) || form.lastElementChild;
    const request = new XMLHttpRequest();
    const body = new FormData(form);
    if (button && button.name) body.append(button.name, button.value);

    // In steps of ten per cent, because screen readers announce each change.
    const tell = (part) =>
      say(place, filled(uploading, { percent: String(Math.floor(part * 10) * 10) }));
    const breakOff = () => {
      say(place, brokeOff, "errorlist");
      form.dispatchEvent(new CustomEvent("amparo:broke-off", { bubbles: true }));
    };
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) tell(event.loaded / event.total);
    });
    request.addEventListener("error", breakOff);
    request.addEventListener("load", () => {
      const leadsTo = request.getResponseHeader("X-Leads-To");
      const isPage = (request.getResponseHeader("Content-Type") || "").startsWith("text/html");
      if (!leadsTo && !isPage) {
        breakOff();
        return;
      }
      form.dispatchEvent(new CustomEvent("amparo:arrived", { bubbles: true }));
      if (leadsTo) location.assign(leadsTo);
      else show(request.responseText);
    });
    tell(0);
    request.open("POST", form.getAttribute("action") || location.href);
    request.setRequestHeader("X-Sent-By-Script", "yes");
    request.send(body);
  }

  // After the browser's back button no upload is running.
  window.addEventListener("pageshow", () => {
    for (const place of document.querySelectorAll("[data-upload-says]")) place.textContent = "";
  });

  // Replaces this page by the response, which has the errors.
  function show(page) {
    document.open();
    document.write(page);
    document.close();
  }
})();
