import type { Element, ElementContent, Text } from 'hast'
import type { FootnoteDefinition, FootnoteReference, Html } from 'mdast'
import type { Options } from 'react-markdown'

type Handlers = NonNullable<NonNullable<Options['remarkRehypeOptions']>['handlers']>

/** How some Markdown nodes become elements here, other than remark-rehype would have it. */
export const elementHandlers: Handlers = {
  html: (_state, node: Html): ElementContent | undefined => htmlAsText(node.value),
  footnoteReference: (_state, node: FootnoteReference): Element =>
    element('sup', [text(node.label ?? node.identifier)]),
  footnoteDefinition: (state, node: FootnoteDefinition): Element | undefined => {
    // An empty one only makes the name known to a block that stands elsewhere.
    if (node.children.length === 0) return undefined
    const label = element('sup', [text(node.label ?? node.identifier)])
    const note = element('div', state.all(node))
    return { ...element('div', [label, note]), properties: { className: ['footnote'] } }
  },
}

/** HTML is shown, never run; only a line break, which tables need, is what it says. */
function htmlAsText(html: string): ElementContent | undefined {
  if (/^<br\s*\/?>$/i.test(html)) return element('br', [])
  if (/^<!--[\s\S]*-->$/.test(html)) return undefined
  return text(html)
}

function element(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children }
}

function text(value: string): Text {
  return { type: 'text', value }
}
