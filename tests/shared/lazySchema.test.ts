import { expect, test } from 'vitest'
import { z } from 'zod'
import { lazySchema } from '../../src/shared/lazySchema.ts'

/** Returns a stand-in, and how often its schema was made. */
function counted<Schema extends z.ZodType>(make: () => Schema): [Schema, () => number] {
  let count = 0
  const standIn = lazySchema(() => {
    count += 1
    return make()
  })
  return [standIn as Schema, () => count]
}

const person = () => z.object({ name: z.string().min(1), age: z.number().optional() })

test('makes the schema once, when it is first used', () => {
  const [schema, made] = counted(person)
  expect(made()).toBe(0)
  expect(schema.parse({ name: 'Ada' })).toEqual({ name: 'Ada' })
  schema.parse({ name: 'Ada', age: 36 })
  expect(made()).toBe(1)
})

test('is not made by a schema that holds it', () => {
  const [inner, made] = counted(person)
  const outer = z.object({ boss: inner, people: z.array(inner) })
  expect(made()).toBe(0)
  expect(outer.parse({ boss: { name: 'Ada' }, people: [] }).boss.name).toBe('Ada')
  expect(made()).toBe(1)
})

test('reports the same faults as the schema', () => {
  const [schema] = counted(person)
  const faults = (of: z.ZodType) => of.safeParse({ name: '', age: 'old' }).error?.issues
  expect(faults(schema)).toEqual(faults(person()))
  expect(faults(schema)).toHaveLength(2)
})

test('can be derived from, and is known by its kind', () => {
  const [schema] = counted(person)
  expect(schema.extend({ id: z.uuid() }).safeParse({ name: 'Ada' }).success).toBe(false)
  expect(schema.partial().parse({})).toEqual({})
  const [other] = counted(person)
  expect(other instanceof z.ZodObject).toBe(true)
  expect(other.shape.name.parse('Ada')).toBe('Ada')
})

test('is recognised as a schema before it is made', () => {
  const [schema, made] = counted(person)
  expect(['_zod' in schema, '~standard' in schema, 'length' in schema]).toEqual([true, true, false])
  expect(made()).toBe(0)
})

test('stands in a discriminated union', () => {
  const [one] = counted(() => z.object({ kind: z.literal('one'), a: z.string() }))
  const [two] = counted(() => z.object({ kind: z.literal('two'), b: z.string() }))
  const [union] = counted(() => z.discriminatedUnion('kind', [one, two]))
  expect(union.parse({ kind: 'two', b: 'x' })).toEqual({ kind: 'two', b: 'x' })
  expect(union.safeParse({ kind: 'three' }).success).toBe(false)
})

test('can hold itself', () => {
  interface Tree {
    nodes: Tree[]
  }
  const tree: z.ZodType<Tree> = lazySchema(() =>
    z.object({
      get nodes() {
        return z.array(tree)
      },
    }),
  ) as z.ZodType<Tree>
  expect(tree.parse({ nodes: [{ nodes: [] }] })).toEqual({ nodes: [{ nodes: [] }] })
  expect(tree.safeParse({ nodes: [{ nodes: 1 }] }).success).toBe(false)
})

test('keeps its description in a JSON schema', () => {
  const [text] = counted(() => z.string().describe('A name'))
  const [schema] = counted(() => z.object({ text }))
  expect(z.toJSONSchema(schema)).toEqual(
    z.toJSONSchema(z.object({ text: z.string().describe('A name') })),
  )
})

test('is made again after a failure', () => {
  let fails = true
  const schema = lazySchema(() => {
    if (fails) throw new Error('Too early')
    return z.string()
  })
  expect(() => schema.parse('a')).toThrow('Too early')
  fails = false
  expect(schema.parse('a')).toBe('a')
})
