import { fileURLToPath } from 'node:url'

/** @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node */
/** @typedef {{ start: number, end: number }} Span */

const helper = fileURLToPath(new URL('../src/shared/lazySchema.ts', import.meta.url))
/** Name of the helper's import, unlikely to collide with a name in the file. */
const helperName = '__lazySchema'
/** Methods of schemas, or of zod itself, that return something other than a schema. */
const returnsNoSchema = new Set([
  ...['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode', 'spa'],
  ...['isOptional', 'isNullable', 'toJSONSchema', 'config', 'registry', 'prettifyError'],
])
const deferred = new Set([
  ...['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'],
  ...['ClassExpression', 'ClassDeclaration'],
])

/**
 * Returns the plugin that has main make each zod schema of a module when it is first used. A start
 * uses few of the thousands that its modules declare.
 * @returns {import('vite').Plugin}
 */
export function lazySchemas() {
  return {
    name: 'lazy-schemas',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/(main|shared)\/.*\.ts(\?|$)/, code: /['"]zod['"]/ },
      handler(code, id) {
        if (id.startsWith(helper)) return null
        return { code: deferSchemas(code, this.parse(code)), map: null }
      },
    },
  }
}

/**
 * Puts each expression that makes a schema while the module is read into a function. Keeps every
 * line where it is.
 * @param {string} code
 * @param {object} program its syntax tree
 * @returns {string}
 */
export function deferSchemas(code, program) {
  const spans = schemaSpans(program)
  if (spans.length === 0) return code
  let end = 0
  const parts = spans.flatMap((span) => {
    const before = code.slice(end, span.start)
    end = span.end
    return [before, `${helperName}(() => ${code.slice(span.start, span.end)})`]
  })
  const bringHelper = `\nimport { lazySchema as ${helperName} } from ${JSON.stringify(helper)}\n`
  return parts.join('') + code.slice(end) + bringHelper
}

/**
 * Returns the largest expressions that make a schema while the module is read, in their order.
 * @param {object} program
 * @returns {Span[]}
 */
function schemaSpans(program) {
  /** @type {Span[]} */
  const spans = []
  /** @param {unknown} value */
  function visit(value) {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || deferred.has(value.type)) return
    if (makesSchema(value)) return void spans.push({ start: value.start, end: value.end })
    Object.values(value).forEach(visit)
  }
  visit(program)
  return spans
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value
}

/**
 * Tells whether an expression is a chain of calls on `z` or on a schema, such as
 * `nameSchema.max(5).optional()`, that ends in a schema.
 * @param {Node} node
 */
function makesSchema(node) {
  if (node.type !== 'CallExpression') return false
  /** @type {Node} */
  let link = node
  while (link.type !== 'Identifier') {
    if (link.type === 'CallExpression') {
      link = /** @type {Node} */ (link.callee)
      if (link.type !== 'MemberExpression') return false
    } else if (link.type === 'MemberExpression') {
      const { name } = /** @type {{ name?: string }} */ (link.property)
      if (name === undefined || returnsNoSchema.has(name)) return false
      link = /** @type {Node} */ (link.object)
    } else return false
  }
  return link.name === 'z' || /[a-z]Schema$/.test(String(link.name))
}
