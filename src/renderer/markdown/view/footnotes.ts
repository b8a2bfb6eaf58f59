import type { MarkdownHost } from '../host.ts'
import { createChildParts } from './childParts.ts'
import { createElement } from './createElement.ts'
import { setFootnoteNumber } from './footnote/footnoteReference.ts'
import { numberList } from './numberList.ts'
import { setDirection } from './setDirection.ts'

/** A note's content, made anew to be shown elsewhere. */
export interface NoteCopy {
  element: HTMLElement
  destroy: () => void
}

export interface Footnotes {
  /** The section at the end of the text; hidden while there are none. */
  readonly element: HTMLElement
  /** Adds a definition. The first one of a label counts. */
  define: (label: string, item: HTMLLIElement, copy: () => NoteCopy) => void
  undefine: (label: string, item: HTMLLIElement) => void
  /** Returns a copy of a label's note. The caller destroys it. */
  copyOf: (label: string) => NoteCopy | undefined
  /** Numbers the footnotes anew after a reference came or went. */
  renumber: () => void
  /**
   * Brings numbers and section up to date, where anything has changed, until it is over or so much
   * has changed that it has to be laid out; returns whether there is more.
   */
  update: (isOver: () => boolean) => boolean
  hasChanged: () => boolean
}

/** A step of a longer work; true where so much has changed that the rest waits for a frame. */
type Steps<Result> = Generator<boolean, Result, void>

/** The number of elements or numbers that one step adds before they are laid out. */
const maxElements = 512

/** Numbers footnotes in the order in which the text refers to them, and lists those at its end. */
export function createFootnotes(root: HTMLElement, host: MarkdownHost): Footnotes {
  const element = createElement('section', 'footnotes')
  element.ariaLabel = host.labels.footnotes
  element.hidden = true
  const list = createElement('ol')
  list.dir = 'auto'
  element.append(list)
  const parts = createChildParts(list)
  /** The notes that are listed. */
  let listed = new Set<HTMLLIElement>()
  const items = new Map<string, HTMLLIElement>()
  const copies = new Map<string, () => NoteCopy>()
  const numbered = new WeakMap<Element, number>()
  let numbers: ReadonlyMap<string, number> = new Map()
  let changed = false
  let updating: Steps<void> | undefined

  /** References inside footnotes count after those of the text, as they come. */
  function* numberLabels(): Steps<Map<string, number>> {
    const found = new Map<string, number>()
    const visit = (within: ParentNode): void => {
      for (const reference of referencesIn(within)) {
        const label = labelOf(reference)
        if (!found.has(label) && items.has(label)) found.set(label, found.size + 1)
      }
    }
    for (const group of root.querySelectorAll(':scope > .markdown-group')) {
      visit(group)
      yield false
    }
    for (const label of found.keys()) {
      const item = items.get(label)
      if (item) visit(item)
      yield false
    }
    return found
  }

  /** Puts the notes in order, and leaves those alone that are in their place. */
  function* showItems(labels: Iterable<string>): Steps<void> {
    const wanted = new Set<HTMLLIElement>()
    for (const label of labels) {
      const item = items.get(label)
      if (item) wanted.add(item)
    }
    for (const item of listed) {
      if (!wanted.has(item)) item.remove()
      yield false
    }
    listed = wanted
    let index = 0
    let added = 0
    for (const item of wanted) {
      const isNew = !item.isConnected
      if (!parts.place(item, index)) {
        yield false
      } else {
        added += isNew ? 1 + item.getElementsByTagName('*').length : 1
        setDirection(list, index + 1)
        yield added > maxElements
        if (added > maxElements) added = 0
      }
      index += 1
    }
    parts.keepFor(wanted.size)
    numberList(list, { start: 1, count: wanted.size, parts })
  }

  function* setNumbers(within: ParentNode): Steps<void> {
    let written = 0
    for (const reference of referencesIn(within)) {
      const number = numbers.get(labelOf(reference))
      if (number === undefined || numbered.get(reference) === number) continue
      numbered.set(reference, number)
      setFootnoteNumber(reference, number, host)
      written += 1
      yield written % maxElements === 0
    }
  }

  function* bringUpToDate(): Steps<void> {
    numbers = yield* numberLabels()
    element.hidden = numbers.size === 0
    yield* showItems(numbers.keys())
    setDirection(list, numbers.size)
    yield* setNumbers(root)
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
      if (copy) for (const _ of setNumbers(copy.element));
      return copy
    },
    renumber: () => {
      changed = true
    },
    update: (isOver) => {
      while (changed || updating) {
        if (!updating) changed = false
        updating ??= bringUpToDate()
        const step = updating.next()
        if (step.done) updating = undefined
        if (step.value || isOver()) break
      }
      return changed || updating !== undefined
    },
    hasChanged: () => changed || updating !== undefined,
  }
}

function referencesIn(within: ParentNode): NodeListOf<HTMLElement> {
  return within.querySelectorAll<HTMLElement>('.footnote-reference')
}

function labelOf(reference: HTMLElement): string {
  return reference.dataset['footnote'] ?? ''
}
