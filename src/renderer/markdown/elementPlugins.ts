import type { Element, ElementContent, Root, Text } from 'hast'

const referencePattern = /\[(\d{1,4})\]/g
const literalElements = new Set(['a', 'code', 'pre', 'math', 'annotation'])

/** Makes the only list of a document the document: its items are put into a list elsewhere. */
export function unwrapList() {
  return (root: Root): void => {
    const list = root.children.find((child) => isElement(child, /^[ou]l$/))
    const children = root.children as ElementContent[]
    root.children = list?.children ?? [{ type: 'element', tagName: 'li', properties: {}, children }]
  }
}

/** Makes the last row of the only table the document. */
export function unwrapTableRow() {
  return (root: Root): void => {
    const table = root.children.find((child) => isElement(child, /^table$/))
    const section = table?.children.findLast((child) => isElement(child, /^t(?:head|body)$/))
    const row = section?.children.findLast((child) => isElement(child, /^tr$/))
    root.children = row ? [row] : []
  }
}

function isElement(node: Root['children'][number], name: RegExp): node is Element {
  return node.type === 'element' && name.test(node.tagName)
}

/** Makes a `cite` element of each `[n]` in the text whose number is a known source. */
export function markReferences(numbers: ReadonlySet<number>) {
  return (root: Root): void => mark(root, numbers)
}

function mark(parent: Root | Element, numbers: ReadonlySet<number>): void {
  const children: ElementContent[] = []
  for (const child of parent.children as ElementContent[]) {
    if (child.type === 'text') children.push(...splitReferences(child, numbers))
    else children.push(child)
    if (child.type === 'element' && !literalElements.has(child.tagName)) mark(child, numbers)
  }
  parent.children = children
}

function splitReferences(node: Text, numbers: ReadonlySet<number>): ElementContent[] {
  const parts: ElementContent[] = []
  let end = 0
  for (const match of node.value.matchAll(referencePattern)) {
    const number = Number(match[1])
    if (!numbers.has(number)) continue
    if (match.index > end) parts.push({ type: 'text', value: node.value.slice(end, match.index) })
    const children: Text[] = [{ type: 'text', value: match[0] }]
    parts.push({ type: 'element', tagName: 'cite', properties: { dataNumber: number }, children })
    end = match.index + match[0].length
  }
  if (end === 0) return [node]
  if (end < node.value.length) parts.push({ type: 'text', value: node.value.slice(end) })
  return parts
}
