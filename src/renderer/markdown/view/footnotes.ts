import type { MarkdownHost } from '../host.ts'
import { createElement } from './createElement.ts'
import { setFootnoteNumber } from './footnote/footnoteReference.ts'
import { setDirection } from './setDirection.ts'

/** A note's content, made anew to be shown elsewhere. */
export interface NoteCopy {
  element: HTMLElement
  destroy: () => void
}

export interface Footnotes {
  /** The section at the end of the text; hidden while there are none. */
  readonly element: HTMLElement
  /** The first definition of a label counts. */
  define: (label: string, item: HTMLLIElement, copy: () => NoteCopy) => void
  undefine: (label: string, item: HTMLLIElement) => void
  /** A label's note, to be shown elsewhere; whoever asks for it destroys it. */
  copyOf: (label: string) => NoteCopy | undefined
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
  element.append(list)
  const items = new Map<string, HTMLLIElement>()
  const copies = new Map<string, () => NoteCopy>()
  let listed: HTMLLIElement[] = []
  const numbered = new WeakMap<Element, number>()
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

  /** Those that are listed already stay, as far as they are the same. */
  const showItems = (wanted: HTMLLIElement[]): void => {
    let same = 0
    while (same < wanted.length && wanted[same] === listed[same]) same += 1
    for (const item of listed.slice(same)) item.remove()
    list.append(...wanted.slice(same))
    setDirection(list, wanted.length)
    listed = wanted
  }

  const setNumbers = (within: ParentNode, numbers: ReadonlyMap<string, number>): void => {
    for (const reference of within.querySelectorAll<HTMLElement>('[data-footnote]')) {
      const number = numbers.get(reference.dataset['footnote'] ?? '')
      if (number === undefined || numbered.get(reference) === number) continue
      numbered.set(reference, number)
      setFootnoteNumber(reference, number, host)
    }
  }

  return {
    element,
    define: (label, item, copy) => {
      if (items.has(label)) return
      items.set(label, item)
      copies.set(label, copy)
      changed = true
    },
    undefine: (label, item) => {
      if (items.get(label) !== item) return
      items.delete(label)
      copies.delete(label)
      changed = true
    },
    copyOf: (label) => {
      const copy = copies.get(label)?.()
      if (copy) setNumbers(copy.element, numberLabels())
      return copy
    },
    renumber: () => {
      changed = true
    },
    update: () => {
      if (!changed) return
      changed = false
      const numbers = numberLabels()
      showItems([...numbers.keys()].flatMap((label) => items.get(label) ?? []))
      element.hidden = numbers.size === 0
      setNumbers(root, numbers)
    },
  }
}
