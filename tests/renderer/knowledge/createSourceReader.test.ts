import { expect, test } from 'vitest'
import { createSourceReader } from '../../../src/renderer/knowledge/sources/createSourceReader.ts'
import type {
  ReadSources,
  SourceReader,
} from '../../../src/renderer/knowledge/sources/createSourceReader.ts'
import type { Source } from '../../../src/shared/knowledge/knowledge.ts'

const pageLength = 3

function source(name: string): Source {
  return {
    ...{ id: name, baseId: 'base', kind: 'note', folderId: null, name, location: '' },
    ...{ mediaType: 'text/markdown', sizeBytes: 1, pages: null, changedAt: 0 },
    unreadPictures: 0,
    omissions: [],
    status: { state: 'ready', passages: 1 },
  }
}

/** A list in main, which the reader asks for page by page. */
function startReading(names: string[]): {
  names: string[]
  asked: (string | null)[]
  latest: () => ReadSources | undefined
  reader: SourceReader
  fail: () => void
} {
  const asked: (string | null)[] = []
  let latest: ReadSources | undefined
  let isFailing = false
  const reader = createSourceReader(
    async (after) => {
      asked.push(after)
      if (isFailing) throw new Error('Gone')
      const left = names.filter((name) => after === null || name > after).toSorted()
      return { sources: left.slice(0, pageLength).map(source), more: left.length > pageLength }
    },
    (state) => (latest = state),
  )
  const fail = (): void => {
    isFailing = !isFailing
  }
  return { names, asked, latest: () => latest, reader, fail }
}

function namesIn(state: ReadSources | undefined): string | undefined {
  return state?.sources?.map(({ name }) => name).join('')
}

test('a list is read page by page, as far as it is wanted', async () => {
  const { latest, reader, asked } = startReading('abcdefgh'.split(''))
  await expect.poll(() => namesIn(latest())).toBe('abc')
  expect(latest()?.more).toBe(true)
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('abcdef')
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('abcdefgh')
  expect(latest()?.more).toBe(false)
  reader.readMore()
  expect(asked).toEqual([null, 'c', 'f'])
})

test('a change is read where the user looks, and nowhere else', async () => {
  const { latest, reader, asked } = startReading('abcdefghi'.split(''))
  await expect.poll(() => namesIn(latest())).toBe('abc')
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('abcdef')
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('abcdefghi')
  reader.setShown(6, 8)
  asked.length = 0
  reader.refresh()
  await expect.poll(() => asked).toEqual([null, 'f'])
})

test('what is added and removed moves the pages behind it', async () => {
  const { latest, reader, names } = startReading('abdefg'.split(''))
  await expect.poll(() => namesIn(latest())).toBe('abd')
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('abdefg')
  names.push('c')
  reader.setShown(0, 5)
  reader.refresh()
  await expect.poll(() => namesIn(latest())).toBe('abcdef')
  names.splice(0, names.length, 'z')
  reader.refresh()
  await expect.poll(() => namesIn(latest())).toBe('z')
  expect(latest()?.more).toBe(false)
})

test('a failure is told, and the next try begins anew', async () => {
  const { latest, reader, fail } = startReading('ab'.split(''))
  await expect.poll(() => namesIn(latest())).toBe('ab')
  fail()
  reader.refresh()
  await expect.poll(() => latest()?.failure !== undefined).toBe(true)
  fail()
  reader.readMore()
  await expect.poll(() => namesIn(latest())).toBe('ab')
  expect(latest()?.failure).toBeUndefined()
})
