import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { deferSchemas } from '../../scripts/lazySchemas.mjs'

/** Returns a module's code, in which `later(…)` stands for what is made when it is first used. */
function deferred(code: string): string {
  return deferSchemas(code, parseSync('module.js', code).program)
    .replaceAll('__lazySchema(() => ', 'later(')
    .replace(/\nimport .*\n$/, '')
}

test.each([
  ['a schema', 'const a = z.null()', 'const a = later(z.null())'],
  [
    'a chain',
    'const a = z.string().max(5).optional()',
    'const a = later(z.string().max(5).optional())',
  ],
  [
    'what derives from a schema',
    'const a = bSchema.nullable()',
    'const a = later(bSchema.nullable())',
  ],
  ['the largest part alone', 'const a = z.array(z.null())', 'const a = later(z.array(z.null()))'],
  ['each argument of a call', 'f(z.null(), [z.any()])', 'f(later(z.null()), [later(z.any())])'],
  ['what stands in an object', 'const a = { b: z.null() }', 'const a = { b: later(z.null()) }'],
  ['a schema of which something is read', 'z.object(a).shape', 'later(z.object(a)).shape'],
  ['a schema that parses', 'z.string().parse(a)', 'later(z.string()).parse(a)'],
  ['and keeps the lines', 'const a = z\n  .null()\nb()', 'const a = later(z\n  .null())\nb()'],
])('defers %s', (_name, code, expected) => {
  expect(deferred(code)).toBe(expected)
})

test.each([
  ['what a function makes', 'const a = () => z.string()'],
  ['what a method makes', 'const a = { b() { return z.string() } }'],
  ['what a class makes', 'class A { b = z.string() }'],
  ['a JSON schema', 'const a = z.toJSONSchema(bSchema)'],
  ['a parsed value', 'const a = bSchema.parse(c)'],
  ['a call on another name', 'const a = schemas.get(b)'],
  ['a call of a function', 'const a = toSchema(b)'],
])('leaves %s as it is', (_name, code) => {
  expect(deferred(code)).toBe(code)
})
