import { AppError } from '../../../../shared/errors.ts'
import type { Cell } from '../../cells.ts'

/** Excel's limit of a cell, in UTF-16 units. */
const maxCellLength = 32_767

/** Returns the number of the style of a number format. */
export type StyleFor = (format: string) => number

/** Writes a cell as XML; an empty text is no cell. `name` is its row's, for the error tableCellTooLong. */
export function cellXml(cell: Cell, reference: string, name: string, styleFor: StyleFor): string {
  if (typeof cell !== 'string' && 'number' in cell) {
    return `<c r="${reference}" s="${String(styleFor(cell.format))}"><v>${String(cell.number)}</v></c>`
  }
  if (typeof cell !== 'string') {
    return `<c r="${reference}" t="b"><v>${cell.boolean ? '1' : '0'}</v></c>`
  }
  if (cell === '') return ''
  if (cell.length > maxCellLength) {
    throw new AppError('tableCellTooLong', 'A value is too long for a cell', { subject: name })
  }
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
}

/** Returns the letters of a column, such as `AB` for 27. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

/** Escapes what has a meaning in XML. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Characters that XML can't hold, or that its readers change. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
const unholdable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Escapes a text for a cell, so that every character comes back: Office writes those that XML can't
 * hold as their code, `_x000D_`, and an underscore before what looks like one as `_x005F_`.
 */
function escapeText(text: string): string {
  return escapeXml(text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')).replaceAll(
    unholdable,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}
