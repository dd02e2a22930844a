// A picture dropped on a card: it is copied to those of the game, and its name is written as the value.

import { h, icon, pick } from "./dom.js";
import { chosen, dropped, send } from "./given.js";
import { act, say, state } from "./store.js";
import { t } from "./words.js";

const ENDING = /\.(png|jpe?g|webp|svg|pdf)$/i;
const NAMES = ["art", "picture", "image", "img", "illustration", "arte", "imagem", "imagen", "figura", "ilustracao", "foto", "photo"];

// Fields of a card that name a picture, those that look most like it first.
function fieldsOf(item, elsewhere) {
  const texts = Object.entries(item.fields).filter(([name, value]) => typeof value === "string" && !(name in elsewhere));
  const sure = texts.filter(([name, value]) => ENDING.test(value) || NAMES.includes(name.toLowerCase()));
  return sure.map(([name]) => name);
}

// Dropping and choosing a picture for a card on `stage`; null for a card that has no field for one.
export function pictureDrop(item, writing, stage, tell) {
  const names = fieldsOf(item, writing.elsewhere);
  const usable = names.length > 0 && !["workbook", "json"].includes(writing.fixed);
  stage.ondragover = usable ? (event) => { event.preventDefault(); stage.classList.add("over"); } : null;
  stage.ondragleave = usable ? () => stage.classList.remove("over") : null;
  stage.ondrop = usable ? async (event) => { event.preventDefault(); stage.classList.remove("over"); take(await dropped(event.dataTransfer)); } : null;
  if (!usable) return null;
  let [field] = names;
  const busy = h("span", { class: "small", role: "status" });
  const take = async (files) => {
    if (!files.length) return;
    tell("");
    busy.textContent = t("pictureSending");
    try {
      const now = state.byKey.get(item.key) || item;
      const batch = await send(files.slice(0, 1).map(([path, file]) => [path.split("/").pop(), file]), () => {});
      const edit = { key: now.key, file: now.place[0], line: now.place[1], path: [field], old: now.fields[field] };
      const told = await act("/api/add/picture", { game: state.game.id, batch, edit });
      say(`${told.name}: ${t("saved")}`);
    } catch (error) {
      tell(error.message);
    }
    busy.textContent = "";
  };
  const file = h("input", { type: "file", class: "unseen", id: "picture-file", accept: ".png,.jpg,.jpeg,.webp,.svg,.pdf", onchange: () => take(chosen(file)) });
  return h("div", { class: "card-acts" }, file, h("label", { class: "open", for: "picture-file" }, icon("picture"), t("pictureChoose")),
    names.length > 1 && pick(t("pictureField"), field, names.map((one) => [one, one]), (value) => { field = value; }), busy, h("span", { class: "small" }, t("pictureDrop")));
}
