// A roll-call on a phone: how many are answered, and the people of a slip that the camera reads.
"use strict";
(() => {
  const form = document.querySelector(".roll");
  if (!form) return;
  const rows = [...form.querySelectorAll("[data-stay]")];
  const answered = form.querySelector("[data-answered]");
  const count = () => {
    const done = rows.filter((row) => row.querySelector("input:checked")).length;
    answered.textContent = `${done} / ${rows.length}`;
    answered.hidden = false;
  };
  form.addEventListener("change", count);
  count();

  const slip = document.querySelector("[data-slip]");
  if (!slip) return;
  const scan = slip.querySelector("[data-scan]");
  const camera = document.querySelector("[data-camera]");
  const found = document.querySelector("[data-found]");
  const allPresent = document.querySelector("[data-all-present]");
  let ofSlip = [];

  const show = (stays) => {
    rows.forEach((row) => row.classList.toggle("on-slip", stays.includes(row.dataset.stay)));
    ofSlip = rows.filter((row) => stays.includes(row.dataset.stay));
    const names = ofSlip.map((row) => row.querySelector("legend bdi").textContent);
    found.textContent = names.length
      ? `${found.dataset.people} ${names.join(", ")}`
      : found.dataset.nobody;
    allPresent.hidden = !names.length;
    if (names.length) allPresent.focus();
  };
  const look = async (code) => {
    const sent = new FormData(slip);
    sent.set("code", code);
    const answer = await fetch(slip.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: sent,
    });
    if (answer.ok) show((await answer.json()).stays);
  };
  allPresent.addEventListener("click", () => {
    ofSlip.forEach((row) => {
      row.querySelector("input[value=present]").checked = true;
    });
    allPresent.hidden = true;
    count();
  });

  if (!("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  // Some browsers have the detector, and no kind of code that it reads.
  window.BarcodeDetector.getSupportedFormats()
    .then((kinds) => {
      scan.hidden = !kinds.includes("qr_code");
    })
    .catch(() => {});
  scan.addEventListener("click", async () => {
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    try {
      camera.srcObject = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment" },
      });
      camera.hidden = false;
      await camera.play();
    } catch {
      found.textContent = found.dataset.noCamera;
      return;
    }
    let last = "";
    const read = async () => {
      if (!camera.srcObject) return;
      const [code] = await detector.detect(camera).catch(() => []);
      if (code && code.rawValue !== last) {
        last = code.rawValue;
        await look(last).catch(() => {
          last = "";
        });
      }
      setTimeout(read, 300);
    };
    read();
  });
  // The camera goes dark with the page.
  window.addEventListener("pagehide", () => {
    for (const track of camera.srcObject?.getTracks() ?? []) track.stop();
    camera.srcObject = null;
  });
})();
