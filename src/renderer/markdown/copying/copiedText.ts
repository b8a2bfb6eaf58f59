import { blockMarkdown, blocksMarkdown, isBlock } from './blockMarkdown.ts'
import { cleanHtml } from './cleanHtml.ts'
import { inlineMarkdown, inlineNode, rawText } from './inlineMarkdown.ts'
import { isPart } from './listItems.ts'
import { plainMarkdown } from './plainMarkdown.ts'
import { createSelectedText, isWhole, trimRange } from './selectedText.ts'

/** The formats of a selection on the clipboard. */
export interface CopiedText {
  /** The selection as Markdown; a selection within one piece of text or code is that text. */
  markdown: string
  /** Without marks. */
  plain: string
  html: string
}

const lineNames = /^(?:P|H[1-6]|TD|TH|SUMMARY)$/

/** Returns the text of a selection within one document; undefined if nothing is selected. */
export function copiedText(range: Range): CopiedText | undefined {
  const trimmed = trimRange(range)
  if (!trimmed) return undefined
  const selected = createSelectedText(trimmed)
  const scope = scopeOf(trimmed.commonAncestorContainer)
  const html = cleanHtml(scope, selected)
  if (scope instanceof Text || scope.closest('pre, .plain-text')) {
    const text = rawText(scope, selected)
    return { markdown: text, plain: text, html }
  }
  const plain = plainMarkdown(scope, selected)
  if (isWhole(scope)) return { markdown: inlineNode(scope, selected), plain, html }
  const markdown = isLine(scope) ? inlineMarkdown(scope, selected) : markdownOf(scope, selected)
  return { markdown, plain, html }
}

function markdownOf(scope: HTMLElement, selected: ReturnType<typeof createSelectedText>): string {
  if (/^(?:UL|OL|TABLE)$/.test(scope.tagName)) return blockMarkdown(scope, selected)
  return blocksMarkdown(scope, selected)
}

/**
 * Returns the element that is written around the selection. Selected rows, for example, need their
 * table.
 */
function scopeOf(node: Node): Text | HTMLElement {
  if (node instanceof Text) return node
  const element = node instanceof HTMLElement ? node : node.parentElement
  if (!element) return document.body
  const whole = element.closest<HTMLElement>('[data-tex]')
  if (whole) return whole
  if (/^(?:TR|TBODY|THEAD)$/.test(element.tagName)) {
    return element.closest('table') ?? element
  }
  return isPart(element) ? (element.parentElement ?? element) : element
}

/** Returns whether an element holds a line of text rather than blocks. */
function isLine(element: HTMLElement): boolean {
  if (lineNames.test(element.tagName)) return true
  return !isBlock(element) && element.closest('p, h1, h2, h3, h4, h5, h6, td, th, summary') !== null
}
