import { isSkipped } from './selectedText.ts'
import type { SelectedText } from './selectedText.ts'

const keptNames = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE HR TABLE THEAD TBODY TR TH TD PRE CODE STRONG EM DEL A BR SUB SUP KBD MARK DETAILS SUMMARY B I U S'.split(
    ' ',
  ),
)
const emptyNames = new Set(['HR', 'BR'])

/**
 * Returns the selection as HTML without our classes, styles and buttons, for editors of rich text.
 */
export function cleanHtml(scope: Node, selected: SelectedText): string {
  if (scope instanceof HTMLElement && /^(?:UL|OL|TABLE|PRE)$/.test(scope.tagName)) {
    return nodeHtml(scope, selected)
  }
  if (scope instanceof Text) return nodeHtml(scope, selected)
  const inner = childrenHtml(scope, selected)
  if (!(scope instanceof Element)) return inner
  return scope.closest('pre, .plain-text') ? `<pre>${inner}</pre>` : inner
}

function childrenHtml(parent: Node, selected: SelectedText): string {
  return Array.from(parent.childNodes, (child) => nodeHtml(child, selected)).join('')
}

function nodeHtml(node: Node, selected: SelectedText): string {
  if (!selected.holds(node)) return ''
  if (node instanceof Text) return escapeHtml(selected.textIn(node))
  if (!(node instanceof HTMLElement)) return ''
  const { tex, footnote } = node.dataset
  if (tex !== undefined) return `<code>${escapeHtml(tex)}</code>`
  if (footnote !== undefined) return `<sup>${escapeHtml(node.textContent.trim())}</sup>`
  if (node instanceof HTMLImageElement) return escapeHtml(node.alt)
  if (node.matches('.task-box')) return node.ariaChecked === 'true' ? '☑ ' : '☐ '
  if (isSkipped(node)) return ''
  const inner = childrenHtml(node, selected)
  if (!keptNames.has(node.tagName)) return inner
  const name = node.tagName.toLowerCase()
  if (emptyNames.has(node.tagName)) return `<${name}>`
  return inner === '' ? '' : `<${name}${attributesOf(node)}>${inner}</${name}>`
}

function attributesOf(element: HTMLElement): string {
  if (element instanceof HTMLAnchorElement) {
    const address = element.getAttribute('href')
    return address === null ? '' : ` href="${escapeHtml(address)}"`
  }
  if (element instanceof HTMLOListElement) {
    return element.start === 1 ? '' : ` start="${element.start}"`
  }
  const { textAlign } = element.style
  return textAlign ? ` style="text-align: ${escapeHtml(textAlign)}"` : ''
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
