const lengthMaximum = 50_000
/** Reading brackets takes the square of their number: a thousand take a tenth of a second. */
const bracketsMaximum = 1000
const delimitersMaximum = 4000

/** Whether reading a block as Markdown could hold the page up, by accident or on purpose. */
export function isTooIntricate(raw: string): boolean {
  if (raw.length > lengthMaximum) return true
  if (raw.length <= bracketsMaximum) return false
  return count(raw, /[[\]]/g) > bracketsMaximum || count(raw, /[*_~`|<&\\]/g) > delimitersMaximum
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
