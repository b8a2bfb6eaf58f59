import type { XmlElement } from '../archives/readXml.ts'

/** An element of an Office formula (OMML). */
interface MathNode {
  name: string
  value: string | undefined
  text: string
  children: MathNode[]
}

/** Builds formulas from the elements of a document. */
export interface FormulaReader {
  /** Takes an element. Returns false if no formula is open. */
  open: (element: XmlElement) => boolean
  text: (text: string) => boolean
  /** Ends an element. Returns the formula's text once it is whole; false if none is open. */
  close: () => string | boolean
}

const accents: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'bar',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20d7': 'vec',
}

export function createFormulaReader(): FormulaReader {
  const path: MathNode[] = []
  return {
    open({ name, attribute }) {
      if (path.length === 0 && name !== 'oMath') return false
      const node = { name, value: attribute('val'), text: '', children: [] }
      path.at(-1)?.children.push(node)
      path.push(node)
      return true
    },
    text(text) {
      const node = path.at(-1)
      if (node?.name === 't') node.text += text
      return node !== undefined
    },
    close() {
      const node = path.pop()
      if (!node) return false
      return path.length === 0 ? linear(node).trim() : true
    },
  }
}

/** Writes a formula on one line, as one would type it: `(a+b)/2`, `x^2`, `√(1-x)`. */
function linear(node: MathNode): string {
  const part = (name: string): string => {
    const found = node.children.find((child) => child.name === name)
    return found ? linear(found) : ''
  }
  const property = (name: string): string | undefined =>
    node.children
      .find((child) => child.name === `${node.name}Pr`)
      ?.children.find((child) => child.name === name)?.value
  const parts = (name: string): string[] =>
    node.children.filter((child) => child.name === name).map(linear)
  const scripts = (): string => script('_', part('sub')) + script('^', part('sup'))

  switch (node.name) {
    case 't':
      return node.text
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return grouped(part('e')) + scripts()
    case 'sPre':
      return scripts() + grouped(part('e'))
    case 'rad':
      return part('deg') === '' ? `√(${part('e')})` : `root(${part('deg')}, ${part('e')})`
    case 'nary':
      return `${property('chr') ?? '∫'}${scripts()} ${part('e')}`
    case 'd': {
      const inside = parts('e').join(property('sepChr') ?? '|')
      return `${property('begChr') ?? '('}${inside}${property('endChr') ?? ')'}`
    }
    case 'func':
      return `${part('fName')}(${part('e')})`
    case 'm':
      return `[${node.children
        .filter(({ name }) => name === 'mr')
        .map((row) =>
          row.children
            .filter(({ name }) => name === 'e')
            .map(linear)
            .join(', '),
        )
        .join('; ')}]`
    case 'eqArr':
      return parts('e').join('; ')
    case 'acc':
      return `${accents[property('chr') ?? '\u0302'] ?? 'accent'}(${part('e')})`
    case 'bar':
      return `bar(${part('e')})`
    case 'limLow':
      return part('e') + script('_', part('lim'))
    case 'limUpp':
      return part('e') + script('^', part('lim'))
    default:
      return node.children.map(linear).join('')
  }
}

function script(sign: string, text: string): string {
  return text === '' ? '' : sign + grouped(text)
}

/** Puts brackets around all but a number, a letter or a name. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}]|[\d.,]+|\p{L}+\d*)$/u.test(text) || text === '' ? text : `(${text})`
}
