import { all, create, type MathNode } from 'mathjs'
import { serveTask } from '../workers/serveTask.ts'
import { calculationTask } from './calculationTask.ts'

const digits = 14
const maxTextLength = 20_000

const math = create(all ?? {})
// Its name is removed below.
const parse = math.parse

/** These reach beyond the expression: they change the library, or read other expressions. */
const forbidden = new Set([
  'import',
  'createUnit',
  'config',
  'evaluate',
  'parse',
  'parser',
  'compile',
  'simplify',
  'simplifyCore',
  'simplifyConstant',
  'derivative',
  'rationalize',
  'resolve',
  'symbolicEqual',
  'leafCount',
  'chain',
  'typed',
  'reviver',
  'replacer',
  'help',
])
/** The library itself does not need these: they are gone even for a name that is made up. */
const removed = ['createUnit', 'evaluate', 'parse', 'simplify', 'derivative', 'import']

for (const name of removed) {
  math.import({ [name]: () => refuse(name) }, { override: true })
}

function refuse(name: string): never {
  throw new Error(`${name} is not available here`)
}

function refuseForbidden(node: MathNode): void {
  const { name } = node as { name?: unknown }
  if (typeof name === 'string' && forbidden.has(name)) refuse(name)
}

serveTask(calculationTask, ({ expression }) => {
  const node = parse(expression)
  node.traverse(refuseForbidden)
  const value: unknown = node.compile().evaluate({})
  if (typeof value === 'function') throw new Error('The result is a function, not a value')
  return { text: math.format(value, { precision: digits }).slice(0, maxTextLength) }
})
