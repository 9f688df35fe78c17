// Repeats a typed date below its field, in words and with its distance from today, before the form is sent.
// Shows nothing for text that it cannot parse: the server says what is wrong.
"use strict";
(() => {
  const language = document.documentElement.lang;
  const inWords = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const MONTHS = "ene jan|feb|mar|abr apr|may|jun|jul|ago aug|sep set|oct|nov|dic dec".split("|");
  const DAYS = {
    hoy: 0,
    today: 0,
    ayer: -1,
    yesterday: -1,
    anteayer: -2,
    antier: -2,
    manana: 1,
    tomorrow: 1,
  };
  const A_DAY = 86400000;

  function existing(year, month, day) {
    const date = new Date(Date.UTC(year, month - 1, day));
    return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      ? date
      : null;
  }

  // As pages/dates.py: a year of two digits lies at most 20 years ahead, and never ahead in a field for past dates.
  function yearOf(text, today, isPast) {
    if (text.length === 4) return Number(text);
    const last = today.getUTCFullYear() + (isPast ? 0 : 20);
    return last - ((((last - Number(text)) % 100) + 100) % 100);
  }

  function read(typed, today, isPast) {
    const plain = typed
      .trim()
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "");
    if (plain in DAYS) return new Date(today.getTime() + DAYS[plain] * A_DAY);
    let parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
    if (parts) return existing(Number(parts[1]), Number(parts[2]), Number(parts[3]));
    parts =
      /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(plain) ||
      /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
    if (parts) return existing(yearOf(parts[3], today, isPast), Number(parts[2]), Number(parts[1]));
    parts = /^(\d{1,2})[-/. ]*(?:de )?([a-z]{3,10})\.?[-/ ]*(?:de |del )?(\d{4}|\d{2})$/.exec(
      plain,
    );
    const month = parts
      ? MONTHS.findIndex((names) => names.split(" ").includes(parts[2].slice(0, 3))) + 1
      : 0;
    return month ? existing(yearOf(parts[3], today, isPast), month, Number(parts[1])) : null;
  }

  function distance(date, today) {
    const days = Math.round((date - today) / A_DAY);
    const say = (count, unit) =>
      new Intl.RelativeTimeFormat(language, {
        numeric: Math.abs(days) < 2 ? "auto" : "always",
      }).format(count, unit);
    if (Math.abs(days) < 60) return say(days, "day");
    const [first, last] = days < 0 ? [date, today] : [today, date];
    const months =
      (last.getUTCFullYear() - first.getUTCFullYear()) * 12 +
      (last.getUTCMonth() - first.getUTCMonth()) -
      (last.getUTCDate() < first.getUTCDate() ? 1 : 0);
    const signed = Math.sign(days) * months;
    return months < 24
      ? say(signed, "month")
      : say(Math.sign(days) * Math.floor(months / 12), "year");
  }

  function sayBack(field) {
    const place = document.getElementById(`${field.id}_said`);
    if (!place) return;
    const today = new Date(field.dataset.date);
    const date = read(field.value, today, "past" in field.dataset);
    place.textContent = date
      ? `${inWords.format(date).replaceAll(",", "")}, ${distance(date, today)}`
      : "";
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-date]")) sayBack(event.target);
  });
  const all = (root) => root.querySelectorAll("[data-date]").forEach(sayBack);
  all(document);
  document.addEventListener("htmx:afterSwap", (event) => all(event.target));
})();
