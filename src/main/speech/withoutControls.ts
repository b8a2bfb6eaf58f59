/** What programs take for the end of a line, or for a step from one to the next. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu
/**
 * Keys rather than text: control characters, and the private characters that macOS has for its
 * arrow and function keys. What turns the reading direction around (not the marks that Arabic and
 * Hebrew need at a place) hides what a line really says.
 */
const noText =
  /(?![\n\t])[\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/**
 * Returns what a server or model has sent as text alone: nothing in it is a key, a command to a
 * terminal, or invisible but for its effect. Of control characters `\n` and `\t` stay.
 */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(lineBreak, '\n').replace(noText, '')
}
