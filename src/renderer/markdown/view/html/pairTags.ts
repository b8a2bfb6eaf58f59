import type { Inline } from '../../syntax/tree.ts'
import { hasBareWords } from './writtenTags.ts'

/** Elements that raw HTML within a text may make; they have no attributes. */
export const inlineNames = [
  'b',
  'bdi',
  'bdo',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'var',
  'wbr',
] as const
export type InlineName = (typeof inlineNames)[number]

type Image = Extract<Inline, { type: 'image' }>
type Holder = Extract<Inline, { children: Inline[] }>
type PairedHolder = Holder extends infer Each
  ? Each extends Holder
    ? Omit<Each, 'children'> & { children: PairedInline[] }
    : never
  : never

/** An inline, with tags that belong together made an element around what stands between them. */
export type PairedInline =
  | Exclude<Inline, Holder | Image>
  /** A press on a picture in a link opens the link. */
  | (Image & { isLinked?: boolean })
  | PairedHolder
  | { type: 'element'; name: InlineName; children: PairedInline[] }

const allowed: ReadonlySet<string> = new Set(inlineNames)
const voids: ReadonlySet<string> = new Set(['br', 'wbr'])
const tag = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)[^]*>$/
/** In this many others, marks of Markdown included, a tag makes no element any more. */
const maxDepth = 50

interface OpenElement {
  name: string
  children: PairedInline[]
}

/**
 * Makes elements of the tags of a few harmless ones; any other tag is shown as it was written.
 * One that is not closed reaches to the end, as in HTML.
 */
export function pairInlineHtml(inlines: readonly Inline[]): readonly PairedInline[] {
  return pair(inlines, false, 0)
}

function pair(
  inlines: readonly Inline[],
  isLinked: boolean,
  depth: number,
): readonly PairedInline[] {
  if (!isLinked && !inlines.some((inline) => inline.type === 'html' || 'children' in inline)) {
    return inlines
  }
  const root: PairedInline[] = []
  const open: OpenElement[] = [{ name: '', children: root }]
  for (const inline of inlines) {
    const children = open.at(-1)?.children ?? root
    const inner = depth + open.length
    if (inline.type === 'html') addTag(open, children, inline.html, inner)
    else if ('children' in inline) children.push(pairChildren(inline, isLinked, inner))
    else children.push(inline.type === 'image' && isLinked ? { ...inline, isLinked } : inline)
  }
  return root
}

function pairChildren(inline: Holder, isLinked: boolean, depth: number): PairedHolder {
  const children = pair(inline.children, isLinked || inline.type === 'link', depth)
  return { ...inline, children: [...children] }
}

function addTag(open: OpenElement[], children: PairedInline[], html: string, depth: number): void {
  // A comment, a declaration or the like says nothing to the reader.
  if (/^<[!?]/.test(html)) return
  const [, slash, written = ''] = tag.exec(html) ?? []
  const name = written.toLowerCase()
  if (!isInlineName(name) || hasBareWords(html)) {
    children.push({ type: 'text', text: html })
  } else if (slash === '/') {
    const index = open.findLastIndex((each) => each.name === name)
    if (index > 0) open.length = index
  } else {
    const element = { type: 'element' as const, name, children: [] }
    children.push(element)
    if (!voids.has(name) && depth <= maxDepth) open.push(element)
  }
}

function isInlineName(name: string): name is InlineName {
  return allowed.has(name)
}
