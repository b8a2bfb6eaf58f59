/** Returns a number that this window remembers; undefined if there is none. */
export function readStoredNumber(key: string): number | undefined {
  const text = localStorage.getItem(key)
  const value = Number(text)
  return text !== null && Number.isFinite(value) ? value : undefined
}
