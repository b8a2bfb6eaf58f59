import type { Burden } from './burden.ts'

const times = (text: string, count: number): string => text.repeat(count)
const nested = (before: string, after: string, count: number, inner = 'x'): string =>
  `${times(before, count)}${inner}${times(after, count)}`
const displayed = (tex: string): string => `$$\n${tex}\n$$`
const paragraphs = (count: number, tex: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `$${tex(at)}$`).join('\n\n')

const letters = Array.from('abcdefghijklmnopqrst')
const chain = letters.map((name, at) => `\\def\\${name}#1{\\${letters[at + 1] ?? 'x'}{#1#1}}`)

const single: Record<string, string> = {
  'an array of 2,000 columns': `\\begin{array}{${times('c', 2000)}}${times('\\\\', 900)}\\end{array}`,
  'an array of 700 rules and rows': `\\begin{array}{${times('|', 2000)}}a${times('\\\\ a', 700)}\\end{array}`,
  'an array of lines': `\\begin{array}{${times('c|', 800)}}${times('\\hline\\\\', 350)}\\end{array}`,
  '2,400 rows': `\\begin{matrix}${times('\\\\', 2400)}\\end{matrix}`,
  '4,800 cells': `\\begin{matrix}${times('&', 4800)}\\end{matrix}`,
  'matrices in each other': nested('\\begin{matrix}a&', '\\end{matrix}', 80),
  'a macro that doubles': '\\def\\a#1{\\a{#1#1}}\\a{x}',
  'macros that double': `${chain.join('')}\\a{x}`,
  'a macro of a long text': `\\def\\a{${times('\\frac12', 300)}}${times('\\a', 300)}`,
  'fractions in each other': nested('\\frac{a', '}{b}', 200),
  'roots in each other': nested('\\sqrt{', '}', 380),
  'brackets in each other': nested('\\left(\\frac{1}{2}', '\\right)', 160),
  'braces under each other': nested('\\underbrace{', '}_{a}', 240),
  'braces beside each other': times('\\underbrace{xx}_{a}', 250),
  'powers of powers': nested('x^{', '}', 600),
  '4,900 letters': times('x', 4900),
  '4,600 letters of a text': `\\text{${times('xé', 2300)}}`,
  'colours in each other': nested('\\color{red}{', '}', 240),
  'large brackets': times('\\Bigg(', 800),
  'large rules': times('\\rule{20em}{20em}', 280),
  'wide spaces': times('\\kern{9999em}x', 330),
  'stretched arrows': times('\\xrightarrow[aaa]{bbb}', 220),
  'a tall bracket': `\\left(\\begin{matrix}${times('a\\\\', 500)}\\end{matrix}\\right)`,
  characters: times('\\char"1F600 ', 400),
  'what nobody sees': nested('\\smash{\\phantom{', '}}', 200),
  'what is struck through': nested('\\cancel{', '}', 400),
}

const commands = [
  ...[
    '\\frac',
    '\\sqrt',
    '\\underbrace',
    '\\overline',
    '\\widehat',
    '\\boxed',
    '\\cancel',
    '^',
    '_',
  ],
  ...[
    '\\left(',
    '\\right)',
    '\\begin{matrix}',
    '\\end{matrix}',
    '\\begin{array}{c|c|c}',
    '\\hline',
  ],
  ...[
    '\\end{array}',
    '&',
    '\\\\',
    '\\color{red}',
    '\\text',
    '\\Bigg|',
    '\\sum',
    '\\int',
    '\\mathbb',
  ],
  ...[
    '\\kern3em',
    '\\rule{9em}{9em}',
    '\\xrightarrow',
    '\\phantom',
    '\\substack',
    '\\overset',
    'x',
  ],
]

/** Numbers from 0 to 1, the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000
  }
}

/** Formulas that nobody means: whatever can be written one behind the other. */
export function randomFormula(seed: number, length: number): string {
  const random = createRandom(seed)
  let tex = ''
  let open = 0
  while (tex.length < length) {
    const command = commands[Math.floor(random() * commands.length)] ?? 'x'
    tex += command
    if (random() < 0.6) {
      tex += '{'
      open += 1
    } else if (open > 0 && random() < 0.7) {
      tex += '}'
      open -= 1
    } else tex += '{x}'
  }
  return tex + times('}', open)
}

/** Formulas that take KaTeX, or the browser, much longer than they are. */
export function createFormulaBurdens(): Burden[] {
  return [
    ...Object.entries(single).map(([name, tex]) => ({ name, text: displayed(tex) })),
    { name: '400 formulas of 200 letters', text: paragraphs(400, () => times('x', 200)) },
    {
      name: '2,000 small formulas',
      text: paragraphs(2000, (at) => `x_{${at}}^2+\\sqrt{${at}}`),
    },
    {
      name: '100 formulas of 30 fractions',
      text: paragraphs(100, (at) => `${at}${times('\\frac{a}{b}', 30)}`),
    },
    {
      name: '300 random formulas',
      text: paragraphs(300, (at) => randomFormula(at, 20 + at * 5)),
    },
  ]
}
