import { attributeOf, childrenOf, isElement, textWithin, type HtmlElement } from './htmlTree.ts'

/** No formula that a person reads is deeper. */
const maxDepth = 100

/** Number of children that each element must have. */
const arities: Readonly<Record<string, number>> = {
  ...{ mfrac: 2, mroot: 2, msup: 2, mover: 2, msub: 2, munder: 2, msubsup: 3, munderover: 3 },
}

/** Writes a formula of MathML on one line, as one would type it: `(a+b)/2`, `x^2`, `√(1-x)`. */
export function linearMath(formula: HtmlElement): string {
  return linear(formula, 0).replaceAll(/\s+/g, ' ').trim()
}

function linear(element: HtmlElement, depth: number): string {
  if (depth >= maxDepth) return textWithin(element)
  const parts = childrenOf(element).filter(isElement)
  const part = (index: number): string => {
    const child = parts[index]
    return child ? linear(child, depth + 1) : ''
  }
  const grouped = (index: number): string => inBrackets(part(index))
  const all = (): string[] => parts.map((_, index) => part(index))
  const { tagName: name } = element
  // An element with a wrong number of children is written as plain text.
  if ((arities[name] ?? parts.length) !== parts.length) return withTexts(element, depth)
  switch (name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return token(textWithin(element))
    case 'mspace':
      return ' '
    case 'mfrac':
      return `${grouped(0)}/${grouped(1)}`
    case 'msqrt':
      return `√(${all().join('')})`
    case 'mroot':
      return `√[${part(1)}](${part(0)})`
    case 'msup':
    case 'mover':
      return `${grouped(0)}^${grouped(1)}`
    case 'msub':
    case 'munder':
      return `${grouped(0)}_${grouped(1)}`
    case 'msubsup':
    case 'munderover':
      return `${grouped(0)}_${grouped(1)}^${grouped(2)}`
    case 'mfenced':
      return `${attributeOf(element, 'open') ?? '('}${all().join(', ')}${attributeOf(element, 'close') ?? ')'}`
    case 'mtable':
      return all().join('; ')
    case 'mtr':
    case 'mlabeledtr':
      return all().join(', ')
    case 'semantics':
      return part(0)
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ''
    default:
      return withTexts(element, depth)
  }
}

/** Returns all that is within an element, also text that has no element of its own. */
function withTexts(element: HtmlElement, depth: number): string {
  return childrenOf(element)
    .map((node) => {
      if (isElement(node)) return linear(node, depth + 1)
      return 'value' in node && node.nodeName === '#text' ? token(node.value) : ''
    })
    .join('')
}

/** Returns a sign or a word. What applies a function is a space, what multiplies is not seen. */
function token(text: string): string {
  return text
    .trim()
    .replaceAll('\u2061', ' ')
    .replaceAll(/[\u2062-\u2064]/g, '')
}

function inBrackets(text: string): string {
  const isOne = /^(?:\p{N}[\p{N}.,]*|\p{L}\p{M}*|.?)$/u.test(text) || /^√?\([^()]*\)$/u.test(text)
  return isOne ? text : `(${text})`
}
