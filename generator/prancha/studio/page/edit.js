export function editFields() {
  return null;
}
