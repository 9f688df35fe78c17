/* While the margins of a picture are typed, the small picture above shows what will be left of it. */
(() => {
  "use strict";
  const part = document.querySelector("[data-crops]");
  const picture = part && part.closest("section").querySelector("img.preview");
  if (!picture) return;
  const form = part.querySelector("form");
  part.addEventListener("input", () => {
    const sides = ["top", "right", "bottom", "left"].map(
      (side) => `${Number(form.elements[side].value) || 0}%`,
    );
    picture.style.clipPath = `inset(${sides.join(" ")})`;
  });
})();
