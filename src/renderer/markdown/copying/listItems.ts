/** Returns the items of a list, also those that stand in boxes of their own. */
export function itemsOf(list: HTMLElement): HTMLElement[] {
  return Array.from(list.children).flatMap((child) => {
    if (isPart(child)) return Array.from(child.children).filter(isHtml)
    return isHtml(child) ? [child] : []
  })
}

/** Returns the list that an item stands in. */
export function listOf(item: HTMLElement): HTMLElement | null {
  const { parentElement } = item
  return parentElement && isPart(parentElement) ? parentElement.parentElement : parentElement
}

/** Returns the number of an item; undefined in a list without numbers. */
export function numberOf(item: HTMLElement): number | undefined {
  const list = listOf(item)
  const holder = item.parentElement
  if (!(list instanceof HTMLOListElement) || !holder) return undefined
  const [first] = holder.children
  const start = holder !== list && first instanceof HTMLLIElement ? first.value : list.start
  return start + Array.from(holder.children).indexOf(item)
}

/** Returns whether an element is a box of items of a long list, or of children of a long quote. */
export function isPart(element: Element): boolean {
  return element.matches('.child-part')
}

function isHtml(element: Element): element is HTMLElement {
  return element instanceof HTMLElement
}
