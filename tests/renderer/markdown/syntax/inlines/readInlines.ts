import { parseInlines } from '../../../../../src/renderer/markdown/syntax/inlines/parseInlines.ts'
import type { Inline, InlineContext } from '../../../../../src/renderer/markdown/syntax/tree.ts'
import { renderInlines } from '../renderInlines.ts'

/**
 * Returns what the texts of these tests may refer to: one link, one footnote, and the sources 1 and
 * 2.
 */
export function contextOf(growing: boolean): InlineContext {
  return {
    growing,
    findLink: (label) => (label === 'HOME' ? { href: '/home', title: '' } : undefined),
    hasFootnote: (label) => label === 'NOTE',
    hasSource: (number) => number === 1 || number === 2,
  }
}

export function readInlines(text: string, growing = false): Inline[] {
  return parseInlines(text, contextOf(growing))
}

/** Returns HTML, where that is easier to compare. */
export function read(text: string): string {
  return renderInlines(readInlines(text))
}

export function readGrowing(text: string): string {
  return renderInlines(readInlines(text, true))
}
