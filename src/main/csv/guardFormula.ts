/** Spreadsheets run a value as a formula that begins with one of these, also in their full width. */
const opening = /^[=+\-@\t\r\n＝＋－＠]/
/** A number with a sign is read as a number. */
const signedNumber = /^[+-](?:\d[\d.,]*|\.\d+)(?:e[+-]?\d+)?\s?%?$/i

/**
 * Puts an apostrophe before a value that a spreadsheet would run as a formula when it opens a CSV
 * file (OWASP, "CSV Injection"). Any other value stays as it is.
 */
export function guardFormula(value: string): string {
  return opening.test(value) && !signedNumber.test(value) ? `'${value}` : value
}
