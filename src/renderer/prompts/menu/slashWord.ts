import { maxPromptCommandLength } from '../../../shared/limits.ts'

/** A slash and a word at the beginning of a line, in UTF-16 units of the text. */
export interface SlashWord {
  start: number
  end: number
  /** The word without its slash. */
  query: string
}

/** Longer words are no search for a prompt, so that a long line isn't walked at each key. */
const maxQueryLength = 2 * maxPromptCommandLength

/**
 * Returns the slash and the word that the user is typing: they are a line of their own, and the
 * cursor stands at its end. Undefined for anything else, such as a path with a second slash.
 */
export function findSlashWord(text: string, cursor: number): SlashWord | undefined {
  const before = text.slice(Math.max(0, cursor - maxQueryLength - 2), cursor)
  const query = /(?:^|\n)\/([^\s/]*)$/u.exec(before)?.[1]
  if (query === undefined || query.length > maxQueryLength) return undefined
  const start = cursor - query.length - 1
  const isLineStart = start === 0 || text[start - 1] === '\n'
  const isLineEnd = cursor === text.length || text[cursor] === '\n'
  return isLineStart && isLineEnd ? { start, end: cursor, query } : undefined
}
