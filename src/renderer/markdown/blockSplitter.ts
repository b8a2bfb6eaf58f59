import { lexBlocks, openCode } from './lexBlocks.ts'
import type { Block, LexedBlock } from './lexBlocks.ts'

/** Blocks that can't change any more come in groups, so that a long text has few of them to walk. */
export const groupSize = 16

/**
 * How many blocks at the end more text may still change. A half-written line can look like a
 * block of its own, and join the paragraph before, which in turn may belong to a definition.
 */
const unsettledBlocks = 3

export interface SplitText {
  /** Full groups; a group is the same array for as long as the text only grows. */
  groups: readonly (readonly Block[])[]
  /** What follows the groups; its last block may be half-written. */
  tail: readonly Block[]
  /** The sources of all link and footnote definitions; the same array while there is no new one. */
  definitions: readonly string[]
}

/** Splits a text that grows at its end; each call lexes only what may still change. */
export function createBlockSplitter(): (text: string) => SplitText {
  let text = ''
  let groups: (readonly Block[])[] = []
  let settled: Block[] = []
  let definitions: string[] = []
  let settledLength = 0
  let unsettled: LexedBlock[] = []
  let known: readonly string[] = []

  const reset = (): void => {
    text = ''
    groups = []
    settled = []
    definitions = []
    settledLength = 0
    unsettled = []
  }

  const settle = (block: Block): void => {
    settled.push(block)
    if (isDefinition(block)) definitions.push(block.raw)
    if (settled.length < groupSize) return
    groups = [...groups, settled]
    settled = []
  }

  return (given) => {
    const next = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given
    if (!next.startsWith(text)) reset()
    const grown = growOpenCode(unsettled.at(-1), next.slice(text.length))
    if (grown) {
      unsettled = [...unsettled.slice(0, -1), grown]
    } else if (next.length > text.length) {
      unsettled = lexBlocks(next.slice(settledLength))
      for (const { block, length } of unsettled.splice(0, unsettled.length - unsettledBlocks)) {
        settle(block)
        settledLength += length
      }
    }
    text = next
    const last = unsettled.map(({ block }) => block)
    const unsettledDefinitions = last.filter(isDefinition).map(({ raw }) => raw)
    known = unlessSame(known, [...definitions, ...unsettledDefinitions])
    return { groups, tail: [...settled, ...last], definitions: known }
  }
}

function unlessSame(before: readonly string[], after: readonly string[]): readonly string[] {
  const same =
    before.length === after.length && before.every((item, index) => item === after[index])
  return same ? before : after
}

function isDefinition(block: Block): boolean {
  return block.type === 'definition' || (block.type === 'markdown' && block.raw.startsWith('[^'))
}

/** More lines of code without a closing fence among them: nothing has to be lexed. */
function growOpenCode(last: LexedBlock | undefined, added: string): LexedBlock | undefined {
  if (last?.block.type !== 'code' || !last.block.open || added === '') return undefined
  const { raw } = last.block
  const header = /^(?:`{3,}|~{3,})[^\n]*\n/.exec(raw)?.[0]
  if (!header || last.length !== raw.length) return undefined
  const grownRaw = raw + added
  const lineStart = Math.max(header.length, raw.lastIndexOf('\n') + 1)
  if (/^ {0,3}(?:`{3}|~{3})/m.test(grownRaw.slice(lineStart))) return undefined
  return {
    block: { ...last.block, raw: grownRaw, code: openCode(grownRaw) },
    length: grownRaw.length,
  }
}
