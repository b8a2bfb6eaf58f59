import type { Inline } from '../../../../src/renderer/markdown/syntax/tree.ts'

/** Returns the HTML of inlines in the form of CommonMark's examples. */
export function renderInlines(inlines: readonly Inline[]): string {
  return inlines.map(renderInline).join('')
}

function renderInline(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return escapeHtml(inline.text)
    case 'softBreak':
      return '\n'
    case 'hardBreak':
      return '<br />\n'
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`
    case 'html':
      return inline.html
    case 'math':
      return `<math>${escapeHtml(inline.tex)}</math>`
    case 'footnoteReference':
      return `<sup>${escapeHtml(inline.label)}</sup>`
    case 'sourceReference':
      return `<cite>${inline.number}</cite>`
    case 'image': {
      const { source, alternative, title } = inline
      return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alternative)}"${titleOf(title)} />`
    }
    case 'link':
      return `<a href="${escapeHtml(inline.href)}"${titleOf(inline.title)}>${renderInlines(inline.children)}</a>`
    case 'emphasis':
      return `<em>${renderInlines(inline.children)}</em>`
    case 'strong':
      return `<strong>${renderInlines(inline.children)}</strong>`
    case 'strikethrough':
      return `<del>${renderInlines(inline.children)}</del>`
  }
}

function titleOf(title: string): string {
  return title === '' ? '' : ` title="${escapeHtml(title)}"`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
