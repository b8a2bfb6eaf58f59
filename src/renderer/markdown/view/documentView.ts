import type { MarkdownHost } from '../host.ts'
import { createBlockParser } from '../syntax/blocks/blockParser.ts'
import type { BlockParser } from '../syntax/blocks/blockParser.ts'
import type { Block } from '../syntax/tree.ts'
import { createBlockGroups } from './blockGroups.ts'
import { createBlockChildren } from './createBlockChildren.ts'
import type { ChildrenView } from './childrenView.ts'
import { createFootnotes } from './footnotes.ts'
import { handleClicks } from './handleClicks.ts'
import { createReferences } from './references.ts'
import type { Sources } from './references.ts'
import type { ViewContext } from './viewContext.ts'

/** The part of a text that has been read, and its elements. */
export interface DocumentView {
  /** Begins another text. The old one stays until the new one takes its place. */
  restart: () => void
  /** Reads and shows more. `isLast`: there is no more for now; `isEnd`: nor will there ever be. */
  read: (piece: string, state: { growing: boolean; isLast: boolean; isEnd: boolean }) => void
  /** Has one text read again that a late definition changes; returns whether there are more. */
  rereadNext: () => boolean
  setSources: (sources: Sources) => void
  /** Brings the footnotes up to date until the time is over; returns whether there is more. */
  updateFootnotes: (isOver: () => boolean) => boolean
  /** Returns whether nothing of what has been read is left to be shown. */
  isUpToDate: () => boolean
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
  element.append(footnotes.element)
  const groups = createBlockGroups(footnotes.element)
  const createChildren = (): ChildrenView<Block> =>
    createBlockChildren((index) => groups.groupOf(index, parser.document.children), context)
  let children = createChildren()
  const stopHandling = handleClicks(element, host, footnotes)

  return {
    restart: () => {
      parser = createBlockParser()
      references.restart(parser)
      if (!groups.isUneven()) return
      children.destroy()
      children = createChildren()
      groups.keepFor(0)
    },
    read: (piece, { growing, isLast, isEnd }) => {
      parser.append(piece)
      if (isEnd) parser.end()
      const { links, footnotes: notes } = parser.takeDefined()
      references.announce(links, notes)
      const blocks = parser.document.children
      children.update(blocks, growing || !isLast, !isLast)
      if (isLast) groups.keepFor(blocks.length)
    },
    rereadNext: references.rereadNext,
    setSources: references.setSources,
    updateFootnotes: footnotes.update,
    isUpToDate: () => !references.hasStale() && !footnotes.hasChanged(),
    destroy: () => {
      stopHandling()
      children.destroy()
    },
  }
}
