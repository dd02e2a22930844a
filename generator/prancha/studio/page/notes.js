// Notes to cards.

export function noteBox() {
  return null;
}
