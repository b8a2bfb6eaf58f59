import type { DocumentBlock } from '../readDocument.ts'
import { isBlank, textLines } from './textLines.ts'

/**
 * Finds the blocks of source code: what begins at the left edge after an empty line, such as a
 * function with the comment above it.
 */
export function codeBlocks(text: string): DocumentBlock[] {
  const blocks: { kind: 'code'; start: number; end: number }[] = []
  let isAfterBlank = true
  for (const { start, end, text: line } of textLines(text)) {
    if (isBlank(line)) {
      isAfterBlank = true
      continue
    }
    const last = blocks.at(-1)
    if (last && !(isAfterBlank && /^[^\s)\]}]/.test(line))) last.end = end
    else blocks.push({ kind: 'code', start, end })
    isAfterBlank = false
  }
  return blocks
}
