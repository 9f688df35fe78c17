// Keeps what stands in the quick-log on the server, every ten seconds while something was typed.
"use strict";
(() => {
  const form = document.querySelector("[data-draft-url]");
  if (!form) return;
  const EVERY = 10000;
  const said = form.querySelector("[data-draft-said]");
  let isChanged = false;
  let isOver = false;

  async function keep() {
    if (!isChanged || isOver) return;
    isChanged = false;
    try {
      const answer = await fetch(form.dataset.draftUrl, {
        method: "POST",
        body: new FormData(form),
        redirect: "error",
      });
      if (!answer.ok) throw new Error(String(answer.status));
      if (answer.status === 200 && !isOver) said.textContent = await answer.text();
    } catch {
      // The next try sends it all.
      isChanged = true;
      said.textContent = said.dataset.notSaved;
    }
  }

  form.addEventListener("input", () => {
    isChanged = true;
  });
  form.addEventListener("submit", () => {
    isOver = true;
  });
  window.addEventListener("pageshow", () => {
    isOver = false;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keep();
  });
  setInterval(keep, EVERY);
})();
