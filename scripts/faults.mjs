import { parseSync } from 'vite'

/**
 * A fault of one line: `file` below the project, `start` and `end` of the text that `replacement`
 * takes the place of, in UTF-16 units, and its line, from 1.
 * @typedef {{ file: string, start: number, end: number, replacement: string, line: number }} Fault
 * @typedef {{ type: string, start: number, end: number, [name: string]: unknown }} Node
 */

/** @type {Record<string, string>} */
const otherOperators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
}

/**
 * Lists every fault that can be seeded into a source: comparisons and logic turned round,
 * conditions that always hold, numbers off by one, switched booleans, calls left out.
 * @param {string} file
 * @param {string} code
 * @returns {Fault[]}
 */
export function listFaults(file, code) {
  /** @type {Fault[]} */
  const faults = []
  const add = (
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {string} */ to,
  ) => {
    const line = code.slice(0, start).split('\n').length
    if (!code.slice(start, end).includes('\n')) {
      faults.push({ file, start, end, replacement: to, line })
    }
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  visit(/** @type {Node} */ (/** @type {unknown} */ (program)), (node) =>
    addFaults(node, code, add),
  )
  return faults
}

/**
 * @param {Node} node
 * @param {string} code
 * @param {(start: number, end: number, replacement: string) => void} add
 */
function addFaults(node, code, add) {
  const part = (/** @type {string} */ name) => /** @type {Node} */ (node[name])
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = String(node['operator'])
      const other = otherOperators[operator]
      const at = code.indexOf(operator, part('left').end)
      if (other) add(at, at + operator.length, other)
      break
    }
    case 'IfStatement':
      add(part('test').start, part('test').end, 'true')
      break
    case 'Literal':
      if (typeof node['value'] === 'boolean') add(node.start, node.end, String(!node['value']))
      if (typeof node['value'] === 'number') add(node.start, node.end, String(node['value'] + 1))
      break
    case 'ExpressionStatement':
      if (part('expression').type === 'CallExpression') add(node.start, node.end, ';')
      break
  }
}

/**
 * Calls `see` for each node that runs: types are left out.
 * @param {Node} node
 * @param {(node: Node) => void} see
 */
function visit(node, see) {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see)
    }
  }
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
