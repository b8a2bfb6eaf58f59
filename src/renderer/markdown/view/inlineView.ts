import { pairInlineHtml } from './html/pairTags.ts'
import type { PairedInline } from './html/pairTags.ts'
import type { Inline } from '../syntax/tree.ts'
import { createInlineNode, isSameLeaf, patchInlineElement } from './inlineNodes.ts'
import { patchText } from './patchText.ts'
import type { ViewContext } from './viewContext.ts'

export interface InlineView {
  update: (inlines: readonly Inline[]) => void
  destroy: () => void
}

interface ShownInline {
  inline: PairedInline
  node: ChildNode
  /** The inlines in it, for one that holds others. */
  children: ShownInline[]
}

/**
 * Keeps the nodes of an element in step with a text that is read again and again as it grows.
 * What is still the same keeps its node, and text that grows is added to: a selection survives.
 */
export function createInlineView(element: Element, context: ViewContext): InlineView {
  const shown: ShownInline[] = []
  return {
    update: (inlines) => patchChildren(element, shown, pairInlineHtml(inlines), context),
    destroy: () => release(shown, context),
  }
}

function patchChildren(
  parent: Element,
  shown: ShownInline[],
  inlines: readonly PairedInline[],
  context: ViewContext,
): void {
  for (const [index, inline] of inlines.entries()) {
    const before = shown[index]
    if (before && patch(before, inline, context)) continue
    const after = create(inline, context)
    if (before) before.node.replaceWith(after.node)
    else parent.append(after.node)
    if (before) release([before], context)
    shown[index] = after
  }
  removeFrom(inlines.length, parent, shown)
  release(shown.splice(inlines.length), context)
}

/** Removing thousands one by one takes a hundred times as long as all at once. */
function removeFrom(index: number, parent: Element, shown: readonly ShownInline[]): void {
  if (index === 0 && shown.length > 0) parent.replaceChildren()
  else for (const { node } of shown.slice(index)) node.remove()
}

/** Returns whether the node could be kept. */
function patch(before: ShownInline, inline: PairedInline, context: ViewContext): boolean {
  const previous = before.inline
  if (previous.type === 'text' && inline.type === 'text') {
    patchText(before.node as Text, inline.text)
  } else if (previous.type === 'code' && inline.type === 'code') {
    patchText(before.node.firstChild as Text, inline.text)
  } else if ('children' in previous && 'children' in inline) {
    if (!patchInlineElement(before.node as HTMLElement, previous, inline)) return false
    patchChildren(before.node as HTMLElement, before.children, inline.children, context)
  } else if (!isSameLeaf(previous, inline)) {
    return false
  }
  before.inline = inline
  return true
}

function create(inline: PairedInline, context: ViewContext): ShownInline {
  const node = createInlineNode(inline, context)
  const children: ShownInline[] = []
  if ('children' in inline) patchChildren(node as HTMLElement, children, inline.children, context)
  return { inline, node, children }
}

/** Footnotes are numbered by who refers to them, so they have to know who no longer does. */
function release(shown: readonly ShownInline[], context: ViewContext): void {
  for (const { inline, children } of shown) {
    if (inline.type === 'footnoteReference') context.footnotes.renumber()
    release(children, context)
  }
}
