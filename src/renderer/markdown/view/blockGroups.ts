import type { Block } from '../syntax/tree.ts'
import { createElement } from './createElement.ts'
import { setSkippable } from './setSkippable.ts'

/** Blocks of one group are skipped together while they are out of sight. */
const maxBlocks = 16
/** A formula has several elements a letter; a group that comes in sight is styled as a whole. */
const formulaLength = 1000

export interface BlockGroups {
  /** Returns the group for a block that is added at the end. */
  groupOf: (index: number, blocks: readonly Block[]) => HTMLElement
  /** Removes those that hold none of so many blocks. */
  keepFor: (count: number) => void
  /** Returns whether other blocks would be grouped in another way. */
  isUneven: () => boolean
}

/** Groups the blocks of a text, in elements that are added before one that stands at its end. */
export function createBlockGroups(end: Element): BlockGroups {
  const elements: HTMLElement[] = []
  /** The first block of each. */
  const starts: number[] = []

  const isFull = (index: number, blocks: readonly Block[]): boolean => {
    const start = starts.at(-1) ?? 0
    if (index - start >= maxBlocks) return true
    let length = 0
    for (const block of blocks.slice(start, index)) length += formulaLengthOf(block)
    return length > formulaLength
  }

  return {
    groupOf: (index, blocks) => {
      const last = elements.at(-1)
      if (last && !isFull(index, blocks)) return last
      const element = createElement('div', 'markdown-group')
      elements.push(element)
      starts.push(index)
      setSkippable(elements)
      end.before(element)
      return element
    },
    keepFor: (count) => {
      if ((starts.at(-1) ?? -1) < count) return
      const kept = starts.findIndex((start) => start >= count)
      starts.length = kept
      for (const element of elements.splice(kept)) element.remove()
      setSkippable(elements)
    },
    isUneven: () => starts.some((start, number) => start !== number * maxBlocks),
  }
}

/** Estimates the number of letters of formulas in a block from its source. */
function formulaLengthOf(block: Block): number {
  if (block.type === 'math') return block.tex.length
  if (block.type !== 'paragraph' && block.type !== 'heading') return 0
  return /\$|\\[([]/.test(block.text) ? block.text.length : 0
}
