"use strict";
(() => {
  const find = document.getElementById("find"), backs = document.getElementById("backs");
  const count = document.getElementById("count");
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const items = Array.from(document.querySelectorAll("main li"), li => {
    const alts = Array.from(li.querySelectorAll("img"), img => img.alt).join(" ");
    return { li, words: plain(li.textContent + " " + alts) };
  });
  const show = () => {
    const wanted = plain(find.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { li, words } of items) {
      li.hidden = !wanted.every(word => words.includes(word));
      shown += !li.hidden;
    }
    for (const section of document.querySelectorAll("main section"))
      section.hidden = !section.querySelector("li:not([hidden])");
    count.value = shown + " / " + items.length;
  };
  find.addEventListener("input", show);
  backs.addEventListener("change", () => document.body.classList.toggle("no-backs", !backs.checked));
  document.getElementById("tools").hidden = false;
  show();
})();
