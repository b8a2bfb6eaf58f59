import { firstCharacter, hasUnspaced, lastCharacter } from '../unspacedScript.ts'

/** Full-width punctuation, which includes its own space. */
const wideMarks = /[\u3000-\u303f\uff00-\uff60]/

/** Joins the texts of segments. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .reduce((joined, text) => joined + gapBetween(joined, text) + text, '')
}

function gapBetween(before: string, after: string): string {
  if (before === '') return ''
  const isUnspaced = [lastCharacter(before), firstCharacter(after)].every(
    (character) => hasUnspaced(character) || wideMarks.test(character),
  )
  return isUnspaced ? '' : ' '
}
