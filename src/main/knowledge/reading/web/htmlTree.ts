import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/** Parses a page into the tree that browsers build, whatever its author left out or unclosed. */
export function parsePage(html: string): Parent {
  return parse(html)
}

/** Parses the inside of an element. */
export function parseInside(html: string): Parent {
  return parseFragment(html)
}

export function isElement(node: HtmlNode | Parent): node is HtmlElement {
  return 'tagName' in node
}

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

/** Children as they are drawn: a template's only where it declares a shadow tree. */
export function childrenOf(parent: Parent): readonly HtmlNode[] {
  if (!('content' in parent)) return parent.childNodes
  return attributeOf(parent, 'shadowrootmode') === undefined ? [] : parent.content.childNodes
}

/** Yields a node's descendants in the order of the document, without recursion. */
export function* descendants(root: Parent): Generator<HtmlNode> {
  const rest = childrenOf(root).toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node
    if (isElement(node)) rest.push(...childrenOf(node).toReversed())
  }
}

/** Finds the first element with a name, or `undefined`. */
export function findElement(root: Parent, name: string): HtmlElement | undefined {
  for (const node of descendants(root)) if (isElement(node) && node.tagName === name) return node
  return undefined
}

/** Joins all text below a node. */
export function textWithin(root: Parent): string {
  let text = ''
  for (const node of descendants(root)) if ('value' in node) text += node.value
  return text
}
