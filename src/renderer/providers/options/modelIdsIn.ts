/** The ids in a text with one a line, each once; commas part them as well. */
export function modelIdsIn(text: string): string[] {
  const ids = text.split(/[\n,]/).map((line) => line.trim())
  return [...new Set(ids)].filter((id) => id !== '')
}
