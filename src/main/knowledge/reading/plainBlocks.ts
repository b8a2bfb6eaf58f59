import type { DocumentBlock } from '../readDocument.ts'
import { isBlank, textLines, type TextLine } from './textLines.ts'

const maxHeadingLength = 100

/**
 * Finds the blocks of plain text: paragraphs between empty lines, and headings that are underlined,
 * numbered or in capitals.
 */
export function plainBlocks(text: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = []
  let group: TextLine[] = []

  function close(): void {
    const block = groupBlock(group)
    if (block) blocks.push(block)
    group = []
  }

  for (const line of textLines(text)) {
    const [above] = group
    if (isBlank(line.text)) close()
    else if (above && group.length === 1 && isUnderline(line.text, above.text)) {
      const level = line.text.trim().startsWith('=') ? 1 : 2
      blocks.push({ kind: 'heading', start: above.start, end: line.end, level })
      group = []
    } else group.push(line)
  }
  close()
  return blocks
}

function groupBlock(group: readonly TextLine[]): DocumentBlock | undefined {
  const [first, second] = group
  const last = group.at(-1)
  if (!first || !last) return undefined
  const level = second ? undefined : loneHeadingLevel(first.text)
  if (level) return { kind: 'heading', start: first.start, end: first.end, level }
  return { kind: 'paragraph', start: first.start, end: last.end }
}

/** Tells whether a line is nothing but one mark, about as long as the line above. */
function isUnderline(line: string, above: string): boolean {
  const marks = line.trim()
  if (above.length > maxHeadingLength || marks.length < 3) return false
  return /^(?:=+|-+|~+|\^+|\*+|\++)$/.test(marks) && marks.length >= above.trim().length - 2
}

/** Returns the level of a heading that stands alone between empty lines. */
function loneHeadingLevel(line: string): number | undefined {
  const words = line.trim()
  if (words.length > maxHeadingLength || words.length < 3 || /[.,;:!?。，；：！？]$/.test(words)) {
    return undefined
  }
  const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\p{L}/u.exec(words)?.[1]
  if (number) return number.split('.').length
  const isCapitals = words === words.toUpperCase() && words !== words.toLowerCase()
  return isCapitals && !/^[\W\d]/.test(words) && /\p{Lu}{3}/u.test(words) ? 1 : undefined
}
