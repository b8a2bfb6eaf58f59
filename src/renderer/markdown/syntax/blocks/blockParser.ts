import type { Document, FootnoteDefinition, LinkTarget } from '../tree.ts'
import { createBlockState } from './blockState.ts'
import { closeReopened } from './fences.ts'
import { incorporateLine } from './incorporateLine.ts'
import { closeTip } from './openBlocks.ts'
import { takeSnapshot } from './takeSnapshot.ts'

export interface BlockParser {
  readonly document: Document
  /** The targets of labels (normalised) that are settled; the first definition of each counts. */
  readonly links: ReadonlyMap<string, LinkTarget>
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>
  /**
   * Adds text. Finished lines count for good; the unfinished last one is in the tree until more
   * text comes, unless it could still become something else. The cost depends on what is added
   * and on how deep blocks are nested, not on what is there.
   */
  append: (text: string) => void
  /** Settles all blocks: no more text follows. */
  end: () => void
  /** Returns the labels that became known since the last call. */
  takeDefined: () => { links: string[]; footnotes: string[] }
}

/** Each time, what is left of the text is read. */
const maxRereads = 8

export function createBlockParser(): BlockParser {
  const state = createBlockState()
  let lastLine = ''
  let endsInReturn = false
  let takeBack: (() => void) | undefined

  const readLines = (text: string): void => {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      incorporateLine(state, lastLine + text.slice(start, end))
      lastLine = ''
      start = end + 1
    }
    lastLine += text.slice(start)
  }

  const undo = (): void => {
    takeBack?.()
    takeBack = undefined
  }

  const showLastLine = (): void => {
    if (lastLine === '') return
    takeBack = takeSnapshot(state)
    state.isProvisional = true
    const isShown = incorporateLine(state, lastLine)
    state.isProvisional = false
    if (!isShown) undo()
  }

  return {
    document: state.document,
    links: state.links,
    footnotes: state.footnotes,
    append: (given) => {
      undo()
      // A return may be the first half of a line end.
      const text = endsInReturn ? `\r${given}` : given
      endsInReturn = text.endsWith('\r')
      readLines(normalize(endsInReturn ? text.slice(0, -1) : text))
      showLastLine()
    },
    end: () => {
      undo()
      if (lastLine !== '' || endsInReturn) incorporateLine(state, lastLine)
      lastLine = ''
      endsInReturn = false
      for (let count = 0; count < maxRereads; count += 1) {
        for (const line of closeReopened(state)) incorporateLine(state, line)
      }
      while (state.stack.length > 1) closeTip(state, state.lineNumber)
    },
    takeDefined: () => ({
      links: state.definedLinks.splice(0),
      footnotes: state.definedFootnotes.splice(0),
    }),
  }
}

/** Makes all line ends alike, and replaces the character that ends strings in C. */
function normalize(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines
}
