import type { DocumentWriter, WrittenKind } from '../documentWriter.ts'
import {
  attributeOf,
  childrenOf,
  descendants,
  isElement,
  parseInside,
  textWithin,
  type HtmlElement,
  type HtmlNode,
  type parsePage,
} from './htmlTree.ts'
import { linearMath } from './linearMath.ts'

const hidden = new Set(
  'script style noscript template svg iframe object canvas audio video select button dialog head title rp annotation annotation-xml'.split(
    ' ',
  ),
)
const blocks = new Set(
  (
    'address article aside blockquote body dd details div dl dt figcaption figure footer form frameset ' +
    'header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption'
  ).split(' '),
)

interface Level {
  /** Absent for the root. */
  element: HtmlElement | undefined
  children: readonly HtmlNode[]
  next: number
}

/** Writes a tree's text. It walks without recursion, which deep pages would exhaust. */
export function writeTree(root: ReturnType<typeof parsePage>, writer: DocumentWriter): void {
  const state = createTreeState(writer)
  const levels: Level[] = [{ element: undefined, children: childrenOf(root), next: 0 }]
  for (let level = levels.at(-1); level && !writer.isFull(); level = levels.at(-1)) {
    const node = level.children[level.next]
    level.next += 1
    if (!node) {
      if (level.element) state.leave(level.element)
      levels.pop()
    } else if (!isElement(node)) {
      if (node.nodeName === '#text' && 'value' in node) state.text(node.value)
    } else if (!isHidden(node) && node.tagName === 'math' && !sourceOf(node)) {
      state.text(linearMath(node))
    } else if (!isHidden(node)) {
      state.enter(node)
      levels.push({ element: node, children: contentOf(node), next: 0 })
    }
  }
  state.flush()
}

function createTreeState(writer: DocumentWriter) {
  let text = ''
  /** The reading of ruby characters, kept until the characters are complete. */
  let reading = ''
  let readingDepth = 0
  let kind: WrittenKind = 'paragraph'
  let level = 0
  let preformatted = 0

  function endReading(): void {
    if (reading.trim() !== '') text += `(${reading.trim()})`
    reading = ''
  }

  function flush(): void {
    endReading()
    if (level > 0) writer.heading(level, text)
    else writer.block(preformatted > 0 ? 'code' : kind, text)
    text = ''
    kind = 'paragraph'
  }

  function enterBlock(element: HtmlElement): void {
    const { tagName: name } = element
    flush()
    level = headingLevel(name) || level
    if (name === 'li' || name === 'dd' || name === 'dt') kind = 'listItem'
    if (name === 'pre') preformatted += 1
    if (name === 'table') writer.beginTable()
    if (name === 'tr') writer.beginRow(element.parentNode?.nodeName === 'thead')
    if (name === 'td' || name === 'th') writer.beginCell()
  }

  return {
    flush,
    text(given: string): void {
      const shown = preformatted > 0 ? given : oneLine(given)
      if (readingDepth > 0) reading += shown
      else text += shown
    },
    enter(element: HtmlElement): void {
      const { tagName: name } = element
      if (name === 'br') text += '\n'
      if (name === 'img') text += ` ${attributeOf(element, 'alt') ?? ''} `
      if (name === 'frame') writer.omit({ reason: 'frame' })
      if (name === 'rt') readingDepth += 1
      if (isBlock(name)) enterBlock(element)
    },
    leave({ tagName: name }: HtmlElement): void {
      if (name === 'ruby') endReading()
      if (name === 'rt') readingDepth -= 1
      if (!isBlock(name)) return
      flush()
      if (headingLevel(name) > 0) level = 0
      if (name === 'pre') preformatted -= 1
      if (name === 'td' || name === 'th') writer.endCell()
      if (name === 'tr') writer.endRow()
      if (name === 'table') writer.endTable()
    },
  }
}

/** Children to read: of a formula its source, and markup that browsers with frames keep as text. */
function contentOf(element: HtmlElement): readonly HtmlNode[] {
  if (element.tagName === 'noframes') return childrenOf(parseInside(textWithin(element)))
  const source = element.tagName === 'math' ? sourceOf(element) : undefined
  return childrenOf(source ?? element)
}

/** Returns the TeX that a formula was made from. */
function sourceOf(formula: HtmlElement): HtmlElement | undefined {
  for (const node of descendants(formula)) {
    if (!isElement(node) || node.tagName !== 'annotation') continue
    if (/tex/i.test(attributeOf(node, 'encoding') ?? '')) return node
  }
  return undefined
}

function isHidden(element: HtmlElement): boolean {
  if (hidden.has(element.tagName)) return attributeOf(element, 'shadowrootmode') === undefined
  if (attributeOf(element, 'hidden') !== undefined) return true
  return attributeOf(element, 'aria-hidden') === 'true'
}

function isBlock(name: string): boolean {
  return blocks.has(name) || headingLevel(name) > 0
}

function headingLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 0
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
