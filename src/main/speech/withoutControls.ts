/** Characters that programs take for the end of a line. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu
/**
 * Characters that act as keys: control characters, and the private-use characters of macOS for
 * arrow and function keys. Also bidirectional overrides and isolates, which hide the true order of
 * a line; the directional marks of Arabic and Hebrew stay.
 */
const noText =
  /(?![\n\t])[\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/**
 * Returns a server's or model's output as plain text, without keys, terminal commands and invisible
 * controls. Of control characters it keeps `
 * ` and `\t`.
 */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(lineBreak, '\n').replace(noText, '')
}
