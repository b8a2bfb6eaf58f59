/** Returns the ids of a text with one per line, or separated by commas; each once. */
export function modelIdsIn(text: string): string[] {
  const ids = text.split(/[\n,]/).map((line) => line.trim())
  return [...new Set(ids)].filter((id) => id !== '')
}
