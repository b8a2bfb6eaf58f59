import { expect, onTestFinished, test } from 'vitest'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import { openService } from './openService.ts'

test.each([
  [0, 250, ['', '1', '2']],
  [1, 250, ['', '1', '2', '3']],
  [0, 200, ['', '1', '2']],
  [0, 100, ['']],
  [0, 0, ['']],
] as const)(
  'numbered pages from %i on, as Mistral has them, are read to the last of %i files',
  async (firstPage, total, asked) => {
    const files = Array.from({ length: total }, (_, index) => ({
      ...{ id: `file-${String(index)}`, object: 'file', filename: 'a.jsonl', bytes: 1 },
      ...{ created_at: 1, purpose: 'batch' },
    }))
    const pages: string[] = []
    const server = await startFakeServer(({ query }, response) => {
      pages.push(query.get('page') ?? '')
      const size = Number(query.get('page_size') ?? 100)
      const at = (Number(query.get('page') ?? firstPage) - firstPage) * size
      sendJson(response, 200, { object: 'list', data: files.slice(at, at + size), total })
    })
    onTestFinished(() => server.close())
    const service = openService(`${server.origin}/v1`)
    const listed = await service.files?.list(new AbortController().signal)
    expect(listed).toMatchObject({ isCut: false })
    expect(listed?.files.map(({ id }) => id)).toEqual(files.map(({ id }) => id))
    expect(pages).toEqual(asked)
  },
)

test.each([
  [3, ['', '1', '2']],
  [0, ['']],
])(
  'a service that gives the same %i files for each number is not asked for ever',
  async (size, asked) => {
    const data = Array.from({ length: size }, (_, index) => ({ id: `file-${String(index)}` }))
    const pages: string[] = []
    const server = await startFakeServer(({ query }, response) => {
      pages.push(query.get('page') ?? '')
      sendJson(response, 200, { object: 'list', data, total: 6 })
    })
    onTestFinished(() => server.close())
    const service = openService(`${server.origin}/v1`)
    const listed = await service.files?.list(new AbortController().signal)
    expect(listed?.files).toHaveLength(size)
    expect(pages).toEqual(asked)
  },
)
