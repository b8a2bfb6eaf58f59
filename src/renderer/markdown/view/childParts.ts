import { createElement } from './createElement.ts'
import { setSkippable } from './setSkippable.ts'

/** Few children stand in their element itself; of more, the rest in boxes of so many. */
const maxDirectChildren = 256
const partSize = 128

export interface ChildParts {
  /** Returns what a child is added to, behind all that are there. */
  parentOf: (index: number) => HTMLElement
  /** Makes an element the child at an index, before what stands there; returns whether it moved. */
  place: (child: Element, index: number) => boolean
  /** Removes the boxes that hold none of so many children. */
  keepFor: (count: number) => void
  /** Returns the boxes, and the index of the first child in each. */
  all: () => readonly { element: HTMLElement; first: number }[]
}

/**
 * Divides the children of an element into boxes that the browser may skip. Without boxes it lays
 * out and paints all children each time one is added.
 */
export function createChildParts(parent: HTMLElement): ChildParts {
  const elements: HTMLElement[] = []

  const addPart = (): HTMLElement => {
    const element = createElement('div', 'child-part')
    // A list is still one list for those who hear it.
    element.role = 'none'
    elements.push(element)
    setSkippable(elements)
    parent.append(element)
    return element
  }

  const parentOf = (index: number): HTMLElement => {
    if (index < maxDirectChildren) return parent
    return elements[Math.floor((index - maxDirectChildren) / partSize)] ?? addPart()
  }

  return {
    parentOf,
    place: (child, index) => {
      const holder = parentOf(index)
      const at = holder.children[holder === parent ? index : (index - maxDirectChildren) % partSize]
      if (at === child) return false
      holder.insertBefore(child, at ?? null)
      return true
    },
    keepFor: (count) => {
      const kept = Math.max(0, Math.ceil((count - maxDirectChildren) / partSize))
      if (elements.length <= kept) return
      for (const element of elements.splice(kept)) element.remove()
      setSkippable(elements)
    },
    all: () =>
      elements.map((element, number) => ({
        element,
        first: maxDirectChildren + number * partSize,
      })),
  }
}
