import type { MarkdownHost } from '../host.ts'
import { createBlockParser } from '../syntax/blocks/blockParser.ts'
import type { BlockParser } from '../syntax/blocks/blockParser.ts'
import { createBlockChildren } from './blockViews.ts'
import { createElement } from './createElement.ts'
import { createFootnotes } from './footnotes.ts'
import { handleClicks } from './handleClicks.ts'
import { createReferences } from './references.ts'
import type { Sources } from './references.ts'
import { setSkippable } from './setSkippable.ts'
import type { ViewContext } from './viewContext.ts'

/** Blocks of one group are skipped together while they are out of sight. */
const groupSize = 16

/** What is read of a text, and its elements. */
export interface DocumentView {
  /** Another text begins; what is shown stays until that takes its place. */
  restart: () => void
  /** Reads and shows more. `isLast`: there is no more for now; `isEnd`: nor will there ever be. */
  read: (piece: string, state: { growing: boolean; isLast: boolean; isEnd: boolean }) => void
  /** Has one text read again that a late definition changes; returns whether there are more. */
  rereadNext: () => boolean
  hasStale: () => boolean
  setSources: (sources: Sources) => void
  updateFootnotes: () => void
  destroy: () => void
}

/** Shows a text, read piece by piece, in an empty element. */
export function createDocumentView(element: HTMLElement, host: MarkdownHost): DocumentView {
  let parser: BlockParser = createBlockParser()
  const references = createReferences(parser)
  const footnotes = createFootnotes(element, host)
  const context: ViewContext = {
    host,
    references,
    footnotes,
    createChildren: (parentOf) => createBlockChildren(parentOf, context),
  }
  const groups: HTMLElement[] = []
  element.append(footnotes.element)

  const groupOf = (index: number): HTMLElement => {
    const number = Math.floor(index / groupSize)
    const existing = groups[number]
    if (existing) return existing
    const group = createElement('div', 'markdown-group')
    groups[number] = group
    setSkippable(groups)
    footnotes.element.before(group)
    return group
  }
  const removeGroups = (from: number): void => {
    if (groups.length <= from) return
    for (const group of groups.splice(from)) group.remove()
    setSkippable(groups)
  }
  const children = createBlockChildren(groupOf, context)
  const stopHandling = handleClicks(element, host, footnotes)

  return {
    restart: () => {
      parser = createBlockParser()
      references.restart(parser)
    },
    read: (piece, { growing, isLast, isEnd }) => {
      parser.append(piece)
      if (isEnd) parser.end()
      const { links, footnotes: notes } = parser.takeDefined()
      references.announce(links, notes)
      const blocks = parser.document.children
      children.update(blocks, growing || !isLast, !isLast)
      if (isLast) removeGroups(Math.ceil(blocks.length / groupSize))
    },
    rereadNext: references.rereadNext,
    hasStale: references.hasStale,
    setSources: references.setSources,
    updateFootnotes: footnotes.update,
    destroy: () => {
      stopHandling()
      children.destroy()
    },
  }
}
