import { mask } from '../../secrets/redact.ts'
import { maxQuotedAnswerLength } from '../../../shared/limits.ts'

/**
 * Longer than any key. This much is dropped from a text that was cut before its keys were masked.
 */
const maxKeyLength = 8000
const maxReadLength = 16_000
const maxWordLength = 200

/** Masks the keys in a text. */
export type Redact = (text: string) => string

/** Returns a server's text for display, shortened; undefined if it is empty. */
export function quoteAnswer(said: string, redact: Redact): string | undefined {
  const quoted = masked(said, redact).trim().slice(0, maxQuotedAnswerLength)
  return quoted === '' ? undefined : quoted
}

/** Returns a server's id, address or header for display: at most 200 visible ASCII characters. */
export function quoteWord(said: string, redact: Redact): string | undefined {
  // Replaces foreign characters by a blank: removing them could join the halves of a key.
  const foreign = new RegExp(`[^\\x21-\\x7e${mask.charAt(0)}]+`, 'g')
  const quoted = masked(said, redact).replace(foreign, ' ').trim().slice(0, maxWordLength)
  return quoted === '' ? undefined : quoted
}

/** Masks before cutting, because half a key would not be recognised. */
function masked(said: string, redact: Redact): string {
  const clean = redact(said.slice(0, maxReadLength))
  // The end of a cut text may contain half a key. Masks are short, so it may move to the front.
  return said.length < maxReadLength ? clean : clean.slice(0, -maxKeyLength)
}
