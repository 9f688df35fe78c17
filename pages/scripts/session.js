// Warns two minutes before the session ends, and shows when it has ended. Nothing typed is lost.
// A new log-in invalidates the CSRF tokens of open pages: the first page after it sends its token to the other tabs.
"use strict";
(() => {
  const dialog = document.getElementById("session-warning");
  if (!dialog) return;
  const idle = Number(dialog.dataset.idleSeconds) * 1000;
  const { user } = dialog.dataset;
  let longest =
    Date.now() + Number(dialog.dataset.longestSeconds || dialog.dataset.idleSeconds) * 1000;
  const WARNING = Math.min(120000, idle / 2);
  const part = (name) => dialog.querySelector(`[data-${name}]`);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("amparo-session") : null;
  let end;
  let isOver = false;
  let wasDismissed = false;

  function hide(parts, isHidden) {
    for (const each of dialog.querySelectorAll(parts)) each.hidden = isHidden;
  }

  function show() {
    hide("[data-warning], [data-extend]", isOver);
    hide("[data-over], [data-login]", !isOver);
  }

  function renew() {
    end = Math.min(Date.now() + idle, longest);
    isOver = wasDismissed = false;
    if (dialog.open) dialog.close();
    show();
  }

  function tell() {
    if (channel) channel.postMessage({ user, csrf: dialog.dataset.csrf, longest });
  }

  // Another tab has logged in: as the same user, or as another one, who must not send the forms of this page.
  function hear({ data }) {
    if (data.user !== user) {
      if (!isOver) over();
      return;
    }
    longest = data.longest;
    dialog.dataset.csrf = data.csrf;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": data.csrf }));
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = data.csrf;
    renew();
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
      return; // no connection: the dialog stays open, and the user can press again
    }
    if (answer.ok) {
      renew();
      tell();
    } else {
      over();
    }
  }

  function over() {
    isOver = true;
    show();
    if (!dialog.open) dialog.showModal();
  }

  function watch() {
    // A page that replaced this one has its own dialog.
    if (isOver || !dialog.isConnected) return;
    const left = end - Date.now();
    if (left <= 0) over();
    else if (left <= WARNING && !dialog.open && !wasDismissed) dialog.showModal();
  }

  part("extend").addEventListener("click", extend);
  part("dismiss").addEventListener("click", () => {
    wasDismissed = true;
    dialog.close();
  });
  document.addEventListener("htmx:afterRequest", () => {
    if (!isOver) renew();
  });
  if (channel) channel.addEventListener("message", hear);
  tell();
  renew();
  setInterval(watch, 5000);
})();
