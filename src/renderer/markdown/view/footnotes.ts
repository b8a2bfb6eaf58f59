import type { MarkdownHost } from '../host.ts'
import { createElement } from './createElement.ts'
import { setFootnoteNumber } from './footnote/footnoteReference.ts'

export interface Footnotes {
  /** The section at the end of the text; hidden while there are none. */
  readonly element: HTMLElement
  /** The first definition of a label counts. */
  define: (label: string, item: HTMLLIElement) => void
  undefine: (label: string, item: HTMLLIElement) => void
  /** What of a label's note can be shown elsewhere. */
  contentOf: (label: string) => Node | undefined
  /** Something refers to a footnote, or does no longer: the numbers have to be given anew. */
  renumber: () => void
  /** Brings numbers and section up to date, where anything has changed. */
  update: () => void
}

/** Numbers footnotes in the order in which the text refers to them, and lists those at its end. */
export function createFootnotes(root: HTMLElement, host: MarkdownHost): Footnotes {
  const element = createElement('section', 'footnotes')
  element.ariaLabel = host.labels.footnotes
  element.hidden = true
  const list = createElement('ol')
  list.dir = 'auto'
  element.append(list)
  const items = new Map<string, HTMLLIElement>()
  let changed = false

  /** References inside footnotes count after those of the text, as they come. */
  const numberLabels = (): Map<string, number> => {
    const numbers = new Map<string, number>()
    const visit = (within: ParentNode): void => {
      for (const reference of within.querySelectorAll<HTMLElement>('[data-footnote]')) {
        const label = reference.dataset['footnote'] ?? ''
        if (!numbers.has(label) && items.has(label)) numbers.set(label, numbers.size + 1)
      }
    }
    for (const group of root.querySelectorAll(':scope > .markdown-group')) visit(group)
    for (const label of numbers.keys()) {
      const item = items.get(label)
      if (item) visit(item)
    }
    return numbers
  }

  return {
    element,
    define: (label, item) => {
      if (items.has(label)) return
      items.set(label, item)
      changed = true
    },
    undefine: (label, item) => {
      if (items.get(label) !== item) return
      items.delete(label)
      changed = true
    },
    contentOf: (label) => items.get(label)?.firstElementChild ?? undefined,
    renumber: () => {
      changed = true
    },
    update: () => {
      if (!changed) return
      changed = false
      const numbers = numberLabels()
      list.replaceChildren(...[...numbers.keys()].flatMap((label) => items.get(label) ?? []))
      element.hidden = numbers.size === 0
      for (const reference of root.querySelectorAll<HTMLElement>('[data-footnote]')) {
        const number = numbers.get(reference.dataset['footnote'] ?? '')
        if (number !== undefined) setFootnoteNumber(reference, number, host)
      }
    },
  }
}
