import { expect, test } from 'vitest'
import { createPageReader } from '../../../../src/renderer/media/gallery/createPageReader.ts'
import type {
  PageReader,
  ReadPages,
} from '../../../../src/renderer/media/gallery/createPageReader.ts'

interface Entry {
  id: string
}

const pageLength = 3

/** A list in main, its newest entry first, which the reader asks for page by page. */
function startReading(ids: string): {
  list: string[]
  asked: (string | null)[]
  shown: () => string | undefined
  latest: () => ReadPages<Entry> | undefined
  reader: PageReader<Entry>
  fail: (on: boolean) => void
} {
  const list = ids.split('')
  const asked: (string | null)[] = []
  let latest: ReadPages<Entry> | undefined
  let isFailing = false
  const reader = createPageReader<Entry>(
    async (after) => {
      asked.push(after?.id ?? null)
      if (isFailing) throw new Error('Gone')
      const start = after ? list.indexOf(after.id) + 1 : 0
      const entries = list.slice(start, start + pageLength).map((id) => ({ id }))
      return { entries, more: start + pageLength < list.length }
    },
    (state) => (latest = state),
  )
  return {
    list,
    asked,
    shown: () => latest?.entries?.map(({ id }) => id).join(''),
    latest: () => latest,
    reader,
    fail: (on) => (isFailing = on),
  }
}

test('the list is read as far as it is wanted', async () => {
  const { shown, latest, reader, asked } = startReading('abcdefgh')
  await expect.poll(shown).toBe('abc')
  reader.readMore()
  await expect.poll(shown).toBe('abcdef')
  reader.readMore()
  await expect.poll(shown).toBe('abcdefgh')
  expect(latest()?.more).toBe(false)
  reader.readMore()
  expect(asked).toEqual([null, 'c', 'f'])
})

test('new entries come first, and what was read stays', async () => {
  const { list, shown, reader } = startReading('abcdefgh')
  await expect.poll(shown).toBe('abc')
  reader.readMore()
  await expect.poll(shown).toBe('abcdef')
  list.unshift('x')
  reader.refresh()
  await expect.poll(shown).toBe('xabcdef')
  // So many that the first page holds nothing known.
  list.unshift('1', '2', '3', '4')
  reader.refresh()
  await expect.poll(shown).toBe('123')
  reader.readMore()
  await expect.poll(shown).toBe('1234xa')
})

test('a removed entry does not come back with an answer that is older', async () => {
  const { list, shown, reader } = startReading('abcdef')
  await expect.poll(shown).toBe('abc')
  reader.refresh()
  list.splice(1, 1)
  reader.change((entry) => (entry.id === 'b' ? undefined : entry))
  expect(shown()).toBe('ac')
  await expect.poll(shown).toBe('acd')
})

test('after a failure the list goes on where it was', async () => {
  const { shown, latest, reader, fail } = startReading('abcdef')
  await expect.poll(shown).toBe('abc')
  fail(true)
  reader.readMore()
  await expect.poll(() => latest()?.failure?.error.code).toBe('internal')
  expect(shown()).toBe('abc')
  fail(false)
  reader.readMore()
  await expect.poll(shown).toBe('abcdef')
  expect(latest()?.failure).toBeUndefined()
})

test('the list is read to its very end', async () => {
  const { latest, shown, reader, asked } = startReading('abcdefghij')
  expect(await reader.readAll()).toEqual({ id: 'j' })
  expect(shown()).toBe('abcdefghij')
  expect(latest()?.more).toBe(false)
  expect(asked).toEqual([null, 'c', 'f', 'i'])
  expect(await reader.readAll()).toEqual({ id: 'j' })
  expect(asked).toHaveLength(4)
})

test('a list that can not be read to its end has no last entry', async () => {
  const { latest, shown, reader, fail } = startReading('abcdefghij')
  await expect.poll(shown).toBe('abc')
  fail(true)
  expect(await reader.readAll()).toBeUndefined()
  expect(latest()?.failure).toBeDefined()
  fail(false)
  expect(await reader.readAll()).toEqual({ id: 'j' })
})

test('an entry that comes back has its place among those that are read', async () => {
  const { shown, reader } = startReading('abcdefghij')
  const isBefore = (one: Entry, other: Entry): boolean => one.id < other.id
  await reader.readAll()
  reader.change((entry) => ('aej'.includes(entry.id) ? undefined : entry))
  expect(shown()).toBe('bcdfghi')
  for (const id of 'jea') reader.putBack({ id }, isBefore)
  expect(shown()).toBe('abcdefghij')
  reader.putBack({ id: 'c' }, isBefore)
  expect(shown()).toBe('abcdefghij')
})

test('an entry that comes back behind what is read is read with its page', async () => {
  const { list, shown, reader } = startReading('abcdefg')
  await expect.poll(shown).toBe('abc')
  reader.putBack({ id: 'e' }, (one, other) => one.id < other.id)
  expect(shown()).toBe('abc')
  expect(await reader.readAll()).toEqual({ id: 'g' })
  expect(shown()).toBe(list.join(''))
})
