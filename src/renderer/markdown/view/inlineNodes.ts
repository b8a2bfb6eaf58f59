import { readableAddress, safeAddress } from '../safeAddress.ts'
import { createElement } from './createElement.ts'
import { createFootnoteReference } from './footnote/footnoteReference.ts'
import type { PairedInline } from './html/pairTags.ts'
import { createImage } from './image/createImage.ts'
import { createMath } from './math/createMath.ts'
import type { ViewContext } from './viewContext.ts'

type Holder = Extract<PairedInline, { children: unknown }>
type Leaf = Exclude<PairedInline, Holder>

const elementNames = { emphasis: 'em', strong: 'strong', strikethrough: 'del' } as const

/** Creates the node of an inline. The children of one that holds others are not added yet. */
export function createInlineNode(inline: PairedInline, context: ViewContext): ChildNode {
  if ('children' in inline) return createHolder(inline)
  const { host } = context
  switch (inline.type) {
    case 'text':
      return document.createTextNode(inline.text)
    case 'softBreak':
      return document.createTextNode('\n')
    case 'hardBreak':
      return createElement('br')
    case 'code': {
      const element = createElement('code')
      element.append(inline.text)
      return element
    }
    case 'html':
      return document.createTextNode(inline.html)
    case 'math':
      return createMath(inline.tex, inline.display, host)
    case 'image':
      return createImage(inline, host)
    case 'footnoteReference':
      context.footnotes.renumber()
      return createFootnoteReference(inline.label)
    case 'sourceReference':
      return createSourceReference(inline.number, context)
  }
}

function createHolder(inline: Holder): HTMLElement {
  if (inline.type === 'element') return createElement(inline.name)
  if (inline.type !== 'link') return createElement(elementNames[inline.type])
  const element = createElement('a')
  setLink(element, inline)
  return element
}

/** Sets a link's address. An unsafe one leaves only the text, and nothing to press. */
function setLink(
  element: HTMLAnchorElement,
  { href, title }: Extract<Holder, { type: 'link' }>,
): void {
  const address = safeAddress(href)
  if (address === undefined) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
    return
  }
  element.href = address
  element.rel = 'noreferrer'
  element.draggable = false
  element.title = title ? `${title}\n${readableAddress(address)}` : readableAddress(address)
}

/**
 * Returns whether an element that holds others can go on as another; its attributes then are the
 * new.
 */
export function patchInlineElement(element: HTMLElement, before: Holder, after: Holder): boolean {
  if (before.type !== after.type) return false
  if (before.type === 'element' && after.type === 'element') return before.name === after.name
  if (before.type !== 'link' || after.type !== 'link') return true
  if (before.href !== after.href || before.title !== after.title) {
    setLink(element as HTMLAnchorElement, after)
  }
  return true
}

/** Returns whether what is shown for one is right for the other. */
export function isSameLeaf(before: PairedInline, after: PairedInline): boolean {
  if (before.type !== after.type || 'children' in before || 'children' in after) return false
  const names = Object.keys(after) as (keyof Leaf)[]
  return names.every((name) => before[name] === after[name])
}

function createSourceReference(number: number, { host, references }: ViewContext): HTMLElement {
  const cite = createElement('cite', 'source-reference')
  const button = createElement('button')
  button.type = 'button'
  button.dataset['source'] = String(number)
  button.ariaLabel = host.labels.openSource(number, references.sourceName(number) ?? '')
  button.append(host.formatNumber(number))
  cite.append(button)
  return cite
}
