import { isBlock } from './blockMarkdown.ts'
import { numberOf } from './listItems.ts'
import { isSkipped } from './selectedText.ts'
import type { SelectedText } from './selectedText.ts'

/**
 * Returns the selected text as the reader sees it: blocks below one another, cells separated by
 * tabs.
 */
export function plainMarkdown(parent: Node, selected: SelectedText): string {
  return plainBlocks(parent, selected).trim()
}

function plainBlocks(parent: Node, selected: SelectedText): string {
  let text = ''
  for (const child of parent.childNodes) {
    if (!selected.holds(child)) continue
    if (child instanceof Text) {
      text += selected.textIn(child)
    } else if (child instanceof HTMLElement) {
      const inner = plainElement(child, selected)
      if (inner === '') continue
      text += isBlock(child) && text !== '' ? gapBefore(child) + inner : inner
    }
  }
  return text
}

function plainElement(element: HTMLElement, selected: SelectedText): string {
  const { tex } = element.dataset
  if (tex !== undefined) return tex
  if (element instanceof HTMLBRElement) return '\n'
  if (element instanceof HTMLImageElement) return element.alt
  if (isSkipped(element) || element.matches('[data-footnote], .source-reference')) return ''
  if (element instanceof HTMLTableRowElement) {
    return Array.from(element.cells, (cell) => plainBlocks(cell, selected).trim()).join('\t')
  }
  const inner = plainBlocks(element, selected)
  if (element.tagName === 'PRE') return inner.replace(/\n$/, '')
  if (element.tagName !== 'LI') return inner
  return listSign(element) + inner.trim()
}

function listSign(item: HTMLElement): string {
  const number = numberOf(item)
  return number === undefined ? '• ' : `${number}. `
}

/** Lines of a code block have their own ends; items and rows stand close. */
function gapBefore(block: HTMLElement): string {
  if (block.matches('.code-line, .code-chunk, .code-section, .code-line *')) return ''
  const isClose = block.matches(
    'li, :is(ul, ol) > .child-part, tr, tbody, li > ul, li > ol, .tight > li > *',
  )
  return isClose ? '\n' : '\n\n'
}
