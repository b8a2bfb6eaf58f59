import type { Inline } from '../tree.ts'
import { plainText } from './plainText.ts'

type Holder = Extract<Inline, { children: Inline[] }>
type HolderValue = Holder extends infer Each
  ? Each extends Holder
    ? Omit<Each, 'children'>
    : never
  : never
type Value =
  | Exclude<Inline, Holder>
  | HolderValue
  | { type: 'image'; source: string; title: string }

/**
 * An inline among its neighbours. They are linked rather than in an array, so that marks found
 * at the end of a long text wrap what stands between them without moving it.
 */
export interface InlineNode {
  value: Value
  /** An address that was written out: inside another link it is text. */
  isAutolink: boolean
  previous: InlineNode | undefined
  next: InlineNode | undefined
  firstChild: InlineNode | undefined
  lastChild: InlineNode | undefined
}

export interface NodeList {
  first: InlineNode | undefined
  last: InlineNode | undefined
}

/** Deeper nesting is shown, but not as such. */
const maxDepth = 100

function createNode(value: Value): InlineNode {
  return {
    value,
    isAutolink: false,
    previous: undefined,
    next: undefined,
    firstChild: undefined,
    lastChild: undefined,
  }
}

export function appendNode(list: NodeList, value: Value): InlineNode {
  const node = createNode(value)
  node.previous = list.last
  if (list.last) list.last.next = node
  else list.first = node
  list.last = node
  return node
}

export function removeNode(list: NodeList, node: InlineNode): void {
  if (node.previous) node.previous.next = node.next
  else list.first = node.next
  if (node.next) node.next.previous = node.previous
  else list.last = node.previous
}

/** Moves what stands behind `before`, up to and without `end`, into a node in its place. */
export function wrapNodes(
  list: NodeList,
  before: InlineNode,
  end: InlineNode | undefined,
  value: Value,
): InlineNode {
  const node = createNode(value)
  const last = end ? end.previous : list.last
  if (last && before.next && before.next !== end) {
    node.firstChild = before.next
    node.lastChild = last
    node.firstChild.previous = undefined
    last.next = undefined
  }
  node.previous = before
  node.next = end
  before.next = node
  if (end) end.previous = node
  else list.last = node
  return node
}

/** Makes text of the addresses that are written out inside a link. */
export function unlinkAutolinks(link: InlineNode): void {
  const waiting = [link.firstChild]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!node) continue
    waiting.push(node.next)
    if (node.isAutolink && node.firstChild) {
      node.value = node.firstChild.value
      node.firstChild = undefined
      node.lastChild = undefined
    } else if (node.firstChild) waiting.push(node.firstChild)
  }
}

/** Returns the inlines from a node on, with neighbouring texts joined. */
export function toInlines(first: InlineNode | undefined, depth = 0): Inline[] {
  const inlines: Inline[] = []
  for (let node = first; node; node = node.next) {
    if (depth >= maxDepth && node.firstChild) addFlat(inlines, node)
    else addInline(inlines, toInline(node, depth))
  }
  return inlines
}

function addInline(inlines: Inline[], inline: Inline): void {
  const last = inlines.at(-1)
  if (inline.type !== 'text') inlines.push(inline)
  else if (last?.type === 'text') last.text += inline.text
  else if (inline.text !== '') inlines.push(inline)
}

function toInline(node: InlineNode, depth: number): Inline {
  const { value } = node
  switch (value.type) {
    case 'text':
      return { type: 'text', text: value.text }
    case 'emphasis':
    case 'strong':
    case 'strikethrough':
      return { type: value.type, children: toInlines(node.firstChild, depth + 1) }
    case 'link': {
      const { href, title } = value
      return { type: 'link', href, title, children: toInlines(node.firstChild, depth + 1) }
    }
    case 'image': {
      const { source, title } = value
      const alternative = plainText(toInlines(node.firstChild, depth + 1))
      return { type: 'image', source, title, alternative }
    }
    default:
      return value
  }
}

/**
 * Adds the leaves below a node, without recursion: it may be nested as deep as the text is long.
 */
function addFlat(inlines: Inline[], top: InlineNode): void {
  const waiting: (InlineNode | undefined)[] = [top.firstChild]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!node) continue
    waiting.push(node.next)
    if (node.firstChild) waiting.push(node.firstChild)
    else if (!('href' in node.value)) addInline(inlines, toInline(node, 0))
  }
}
