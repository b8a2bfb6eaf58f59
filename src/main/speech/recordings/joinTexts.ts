import { firstCharacter, hasUnspaced, lastCharacter } from '../unspacedScript.ts'

/** Marks that have their space in themselves. */
const wideMarks = /[\u3000-\u303f\uff00-\uff60]/

/** What was said in pieces, as one text. */
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
