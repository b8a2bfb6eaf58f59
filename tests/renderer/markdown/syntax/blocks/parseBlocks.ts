import { createBlockParser } from '../../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import type { BlockParser } from '../../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import type { Block } from '../../../../../src/renderer/markdown/syntax/tree.ts'

export function parseBlocks(...pieces: string[]): BlockParser {
  const parser = createBlockParser()
  for (const piece of pieces) parser.append(piece)
  parser.end()
  return parser
}

/** Returns the blocks shown for a growing text. */
export function growingBlocks(...pieces: string[]): Block[] {
  const parser = createBlockParser()
  for (const piece of pieces) parser.append(piece)
  return parser.document.children
}
