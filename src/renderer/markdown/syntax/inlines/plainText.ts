import type { Inline } from '../tree.ts'

/** Returns the text of inlines without marks: a picture's alternative text, a formula's source. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines.map(textOf).join('')
}

function textOf(inline: Inline): string {
  switch (inline.type) {
    case 'text':
    case 'code':
      return inline.text
    case 'softBreak':
    case 'hardBreak':
      return '\n'
    case 'math':
      return inline.tex
    case 'image':
      return inline.alternative
    case 'html':
    case 'footnoteReference':
    case 'sourceReference':
      return ''
    default:
      return plainText(inline.children)
  }
}
