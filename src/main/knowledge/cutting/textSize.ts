/** Size of a character of a dense script, in characters of an alphabet. */
const denseWeight = 3

/**
 * Returns the size of a text in characters of an alphabet. A Chinese, Japanese or Korean character
 * counts as three of them, so that passages of all languages cost a model about the same.
 */
export function textSize(text: string): number {
  let size = text.length
  for (let index = 0; index < text.length; index++) {
    if (isDense(text.charCodeAt(index))) size += denseWeight - 1
  }
  return size
}

/** Tells whether a model reads a character's script character by character, or nearly so. */
function isDense(code: number): boolean {
  if (code < 0x2e80) return false
  return code <= 0x9fff || (code >= 0xac00 && code <= 0xd7af) || (code >= 0xf900 && code <= 0xfaff)
}
