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
