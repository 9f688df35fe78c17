// Warns two minutes before the session ends, and says so when it has: nothing typed is thrown away.
"use strict";
(() => {
  const dialog = document.getElementById("session-warning");
  if (!dialog) return;
  const idle = Number(dialog.dataset.idleSeconds) * 1000;
  const longest = Date.now() + Number(dialog.dataset.longestSeconds || dialog.dataset.idleSeconds) * 1000;
  const WARNING = Math.min(120000, idle / 2);
  const part = (name) => dialog.querySelector(`[data-${name}]`);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("amparo-session") : null;
  let end;
  let wasDismissed = false;

  function renew() {
    end = Math.min(Date.now() + idle, longest);
    wasDismissed = false;
    if (dialog.open) dialog.close();
  }

  async function extend() {
    let answer;
    try {
      answer = await fetch(dialog.dataset.extendUrl, {
        method: "POST",
        headers: { "X-CSRFToken": dialog.dataset.csrf },
        redirect: "manual",
      });
    } catch {
      return; // no line just now: the dialog stays, they can press again
    }
    if (answer.ok) {
      renew();
      if (channel) channel.postMessage("renewed");
    } else {
      over();
    }
  }

  function over() {
    clearInterval(watching);
    part("warning").hidden = part("extend").hidden = true;
    part("over").hidden = part("login").hidden = false;
    if (!dialog.open) dialog.showModal();
  }

  function watch() {
    const left = end - Date.now();
    if (left <= 0) over();
    else if (left <= WARNING && !dialog.open && !wasDismissed) dialog.showModal();
  }

  part("extend").addEventListener("click", extend);
  part("dismiss").addEventListener("click", () => {
    wasDismissed = true;
    dialog.close();
  });
  document.addEventListener("htmx:afterRequest", renew);
  if (channel) {
    channel.addEventListener("message", renew);
    channel.postMessage("renewed");
  }
  renew();
  const watching = setInterval(watch, 5000);
})();
