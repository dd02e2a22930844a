// The page's own words, which the server sends in the browser's language or in the one chosen here.

const known = await load();
// That of the page, and the names of those that it can be shown in, by their tags.
export const { language, languages } = known;

async function load() {
  const wanted = (localStorage.getItem("words") || navigator.language || "en").replace(/[^A-Za-z0-9-]/g, "-").slice(0, 35);
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      const answer = await fetch(`/api/words/${wanted}`);
      if (answer.ok) return await answer.json();
    } catch { /* the process that answers is being replaced */ }
    await new Promise((again) => setTimeout(again, 500));
  }
  return { language: "en", languages: {}, words: {} };
}

export function t(key) {
  return known.words[key] ?? key;
}

// A number and what it counts, such as "1 design" and "3 designs".
export function counted(value, many) {
  return `${number(value)} ${t(value === 1 ? `${many}One` : many)}`;
}

export function speak(tag) {
  localStorage.setItem("words", tag);
  location.reload();
}

export function number(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}

// "A4" and "Letter": the names of papers as people write them.
export function paperName(name) {
  return name[0].toUpperCase() + name.slice(1);
}
