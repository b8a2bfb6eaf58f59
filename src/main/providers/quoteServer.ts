import { mask } from '../secrets/redact.ts'

/** Longer than any key: as much is left off where a text was cut before its keys were masked. */
const keyLengthMaximum = 8000
const readMaximum = 16_000
const answerLengthMaximum = 2000
const wordLengthMaximum = 200

/** Masks the keys in a text. */
export type Redact = (text: string) => string

/** What a server says, as it may be shown: at most 2,000 characters; undefined where it is empty. */
export function quoteAnswer(said: string, redact: Redact): string | undefined {
  const quoted = masked(said, redact).trim().slice(0, answerLengthMaximum)
  return quoted === '' ? undefined : quoted
}

/** An id, an address or a header of a server's: at most 200 visible characters of ASCII. */
export function quoteWord(said: string, redact: Redact): string | undefined {
  // A blank, not nothing: what stood between its halves must not make a key whole again.
  const foreign = new RegExp(`[^\\x21-\\x7e${mask.charAt(0)}]+`, 'g')
  const quoted = masked(said, redact).replace(foreign, ' ').trim().slice(0, wordLengthMaximum)
  return quoted === '' ? undefined : quoted
}

/** Masked before it is cut to its length: half a key would no longer be recognised. */
function masked(said: string, redact: Redact): string {
  const clean = redact(said.slice(0, readMaximum))
  // Of much text the end may hold such a half, and masks are short: they bring it to the front.
  return said.length < readMaximum ? clean : clean.slice(0, -keyLengthMaximum)
}
