import type { MarkdownHost } from '../host.ts'
import { createBlockParser } from '../syntax/blocks/blockParser.ts'
import type { BlockParser } from '../syntax/blocks/blockParser.ts'
import { createBlockChildren } from './blockViews.ts'
import { createElement } from './createElement.ts'
import { createFootnotes } from './footnotes.ts'
import { handleClicks } from './handleClicks.ts'
import { createReferences } from './references.ts'
import type { Sources } from './references.ts'
import type { ViewContext } from './viewContext.ts'

/** Blocks of one group are skipped together while they are out of sight. */
const groupSize = 16

export interface MarkdownView {
  readonly element: HTMLElement
  /**
   * Shows a text. One that begins with the text shown before costs only what was added; any other
   * is read as a whole. While `streaming`, what is half-written at the end is not shown as such.
   */
  update: (text: string, streaming: boolean) => void
  /** What `[n]` in the text stands for; any other is text. */
  setSources: (sources: Sources) => void
  destroy: () => void
}

/** Shows Markdown, as it grows or at once. */
export function createMarkdownView(host: MarkdownHost): MarkdownView {
  const element = createElement('div', 'markdown')
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
    footnotes.element.before(group)
    return group
  }
  const children = createBlockChildren(groupOf, context)
  const stopHandling = handleClicks(element, host, footnotes)

  let shown = ''
  let ended = false

  const read = (text: string): void => {
    if (ended || !text.startsWith(shown)) {
      parser = createBlockParser()
      references.restart(parser)
      shown = ''
      ended = false
    }
    parser.append(text.slice(shown.length))
    shown = text
  }

  return {
    element,
    update: (text, streaming) => {
      if (text === shown && ended !== streaming) return
      read(text)
      if (!streaming) {
        parser.end()
        ended = true
      }
      const { links, footnotes: notes } = parser.takeDefined()
      references.announce(links, notes)
      const blocks = parser.document.children
      children.update(blocks, streaming)
      for (const group of groups.splice(Math.ceil(blocks.length / groupSize))) group.remove()
      footnotes.update()
    },
    setSources: references.setSources,
    destroy: () => {
      stopHandling()
      children.destroy()
    },
  }
}
