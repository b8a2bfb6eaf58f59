import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { FileInput, ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { Capabilities } from '../../../../src/shared/models.ts'
import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { skipPauses } from '../skipPauses.ts'
import { fakeKey, openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic
let provider: Provider

beforeEach(async () => {
  fake = await startFakeAnthropic({ key: fakeKey })
  provider = openAnthropic(fake.origin)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  expect(fake.violations).toEqual([])
  await fake.close()
})

function fileOf(name: string, mediaType: string, bytes: Uint8Array): FileInput {
  const id = createHash('sha256').update(bytes).digest('hex')
  const file = { id, name, mediaType, sizeBytes: bytes.length }
  return { type: 'file', file, read: () => Promise.resolve(bytes) }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const png = fileOf('a.png', 'image/png', utf8('not really'))
const pdf = fileOf('Report.pdf', 'application/pdf', utf8('%PDF-1.7'))
const note = fileOf('note.md', 'text/markdown', utf8('Grüße'))
const song = fileOf('song.mp3', 'audio/mpeg', utf8('la la'))
const large = fileOf('large.pdf', 'application/pdf', new Uint8Array(5 * 1024 * 1024 + 1))

const withFiles = (...files: FileInput[]): ReplyRequest => ({
  ...ask('Look'),
  turns: [{ role: 'user', parts: [...files, { type: 'text', text: 'Look' }] }],
})

async function send(request: ReplyRequest) {
  const { error, events } = await collect(provider, request)
  expect(error).toBeUndefined()
  const body = fake.requests.at(-1)?.body as { messages: { content: unknown[] }[] }
  const content = body.messages[0]?.content ?? []
  const dropped = events.flatMap((event) => (event.type === 'warning' ? [event.warning] : []))
  return { content: content.slice(0, -1), dropped }
}

test('sends images, documents and texts, the documents to be cited', async () => {
  const { content, dropped } = await send(withFiles(png, pdf, note))
  const citations = { enabled: true }
  expect(content).toEqual([
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'bm90IHJlYWxseQ==' },
    },
    {
      type: 'document',
      title: 'Report.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' },
      citations,
    },
    {
      type: 'document',
      title: 'note.md',
      source: { type: 'text', media_type: 'text/plain', data: 'Grüße' },
      citations,
    },
  ])
  expect(dropped).toEqual([])
})

test('drops what the model does not take, and says so', async () => {
  const empty = fileOf('empty.txt', 'text/plain', utf8(' \n'))
  const capabilities: Capabilities = { image: false, pdf: false }
  const model = { providerId: 'fake', modelId: 'm', name: 'm', local: false, capabilities }
  const { content, dropped } = await send({ ...withFiles(png, pdf, note, song, empty), model })
  expect(content).toMatchObject([{ title: 'note.md' }])
  const subjects = ['a.png', 'Report.pdf', 'song.mp3', 'empty.txt']
  expect(dropped).toEqual(subjects.map((subject) => ({ code: 'attachmentDropped', subject })))
})

test('sends the text of a document that the model does not take, and says so', async () => {
  const read = { text: 'All of it', isPartial: false }
  const readable = (input: FileInput): FileInput => {
    return { ...input, readText: () => Promise.resolve(read) }
  }
  const word = fileOf('plan.docx', 'application/vnd.openxmlformats-officedocument', utf8('PK'))
  const capabilities: Capabilities = { pdf: false }
  const model = { providerId: 'fake', modelId: 'm', name: 'm', local: false, capabilities }
  const files = withFiles(readable(pdf), readable(word))
  const { content, dropped } = await send({ ...files, model })
  const source = { type: 'text', media_type: 'text/plain', data: 'All of it' }
  expect(content).toMatchObject([
    { type: 'document', title: 'Report.pdf', source },
    { type: 'document', title: 'plan.docx', source },
  ])
  expect(dropped).toEqual([
    { code: 'attachmentAsText', subject: 'Report.pdf' },
    { code: 'attachmentAsText', subject: 'plan.docx' },
  ])
})

test('asks for no citations in JSON', async () => {
  const answerFormat = { name: 'a', schema: { type: 'object', properties: {} } }
  const { content } = await send({ ...withFiles(pdf), answerFormat })
  expect(content).not.toHaveProperty('0.citations')
})

test('goes on without citations where they are refused', async () => {
  fake.behave((request) => {
    const fault = 'citations: not supported by this model'
    return JSON.stringify(request).includes('"citations"')
      ? { kind: 'status', status: 400, body: errorBody('invalid_request_error', fault) }
      : { kind: 'answer', text: 'Yes' }
  })
  await send(withFiles(pdf))
  await send(withFiles(pdf))
  expect(fake.requests).toHaveLength(3)
})

test('uploads a large file once, and names it from then on', async () => {
  await send(withFiles(large))
  const { content } = await send(withFiles({ ...large, read: () => Promise.reject(new Error()) }))
  expect(content).toEqual([
    {
      type: 'document',
      title: 'large.pdf',
      source: { type: 'file', file_id: 'file_1' },
      citations: { enabled: true },
    },
  ])
  expect(fake.requests.map(({ path }) => path)).toEqual([
    '/v1/files',
    '/v1/messages',
    '/v1/messages',
  ])
  expect([...fake.files.values()]).toEqual(['large.pdf'])
})

test('tells of each wait for an upload, and sends what arrived only once', async () => {
  const second = fileOf('second.pdf', 'application/pdf', new Uint8Array(5 * 1024 * 1024 + 2))
  skipPauses()
  fake.refuseUploads((upload) => upload === 1 || upload === 3)
  const { events, error } = await collect(provider, withFiles(large, second))
  expect(error).toBeUndefined()
  const waits = events.filter(({ type }) => type === 'waiting')
  expect(waits).toHaveLength(2)
  expect(events.slice(0, 2)).toEqual(waits)
  expect(waits[0]).toMatchObject({ error: { details: { status: 529 } } })
  expect([...fake.files.values()]).toEqual(['large.pdf', 'second.pdf'])
})

test('uploads a file again that the service has lost', async () => {
  await send(withFiles(large))
  fake.behave((request) =>
    JSON.stringify(request).includes('file_1')
      ? {
          kind: 'status',
          status: 404,
          body: errorBody('not_found_error', 'File not found: file_1'),
        }
      : { kind: 'answer', text: 'Yes' },
  )
  const { content } = await send(withFiles(large))
  expect(content).toMatchObject([{ source: { file_id: 'file_2' } }])
})

test('sends a large file along where the server keeps none', async () => {
  const simple = await startFakeAnthropic({ keepsFiles: false })
  try {
    const { error } = await collect(openAnthropic(simple.origin), withFiles(large))
    expect(error).toBeUndefined()
    expect(JSON.stringify(simple.requests[1]?.body).length).toBeGreaterThan(large.file.sizeBytes)
  } finally {
    await simple.close()
  }
})

test('fails where a file can not be read or uploaded', async () => {
  const { error } = await collect(openAnthropic(fake.origin, { key: 'wrong' }), withFiles(large))
  expect(error?.code).toBe('keyRefused')
  expect(fake.requests).toHaveLength(1)
})

describe('a compatible service that refuses', () => {
  const read = { text: 'All of it', isPartial: false }
  const files = withFiles(png, { ...pdf, readText: () => Promise.resolve(read) }, note)

  /** Refuses requests with a block of the type; a 5xx is retried without it as well. */
  function refuse(type: string, status: number, fault: string): void {
    fake.behave((request) =>
      JSON.stringify(request).includes(`"type":"${type}"`)
        ? { kind: 'status', status, body: errorBody('invalid_request_error', fault) }
        : { kind: 'answer', text: 'Yes' },
    )
  }

  test.each([
    [
      400,
      "messages.0.content.1: Input tag 'document' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use', 'tool_result'",
    ],
    [
      422,
      'messages[0].content[1]: unknown variant `document`, expected one of `text`, `image`, `tool_use`',
    ],
    [400, 'document content is not supported by this model'],
    [400, 'Unsupported content type'],
    [501, 'PDF input is not supported'],
  ])('documents gets their texts within the message: %s %s', async (status, fault) => {
    refuse('document', status, fault)
    for (const requests of [2, 3]) {
      const { content, dropped } = await send(files)
      expect(content).toMatchObject([
        { type: 'image' },
        { type: 'text', text: '<file name="Report.pdf">\nAll of it\n</file>' },
        { type: 'text', text: '<file name="note.md">\nGrüße\n</file>' },
      ])
      expect(dropped).toEqual([{ code: 'attachmentAsText', subject: 'Report.pdf' }])
      expect(fake.requests).toHaveLength(requests)
    }
  })

  test('a document without text that can be read names it', async () => {
    refuse('document', 400, 'document content is not supported by this model')
    const scan = { ...pdf, readText: () => Promise.resolve(null) }
    const of = { modelId: ask('Look').modelId }
    expect(await provider.takesFile?.(scan.file, of)).toBe(true)
    const { content, dropped } = await send(withFiles(scan, note))
    expect(content).toEqual([{ type: 'text', text: '<file name="note.md">\nGrüße\n</file>' }])
    expect(dropped).toEqual([{ code: 'attachmentDropped', subject: 'Report.pdf' }])
    expect(await provider.takesFile?.(scan.file, of)).toBe(false)
  })

  test.each([
    [
      400,
      "messages.0.content.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text', 'document'",
    ],
    [404, 'No endpoints found that support image input'],
    [400, "This model doesn't support images"],
    [400, 'glm-4.6 is not a multimodal model'],
  ])('pictures gets the rest, and names them: %s %s', async (status, fault) => {
    refuse('image', status, fault)
    const { content, dropped } = await send(files)
    expect(content).toMatchObject([{ title: 'Report.pdf' }, { title: 'note.md' }])
    expect(dropped).toEqual([{ code: 'attachmentDropped', subject: 'a.png' }])
    expect(fake.requests).toHaveLength(2)
  })

  test('all but text gets the text, within results of tools too', async () => {
    fake.behave((request) =>
      /"type":"(?:document|image)"/.test(JSON.stringify(request))
        ? {
            kind: 'status',
            status: 400,
            body: errorBody('invalid_request_error', 'Only text is supported'),
          }
        : { kind: 'answer', text: 'Yes' },
    )
    const call = { type: 'toolCall', id: 'c', name: 'look', arguments: '{}' } as const
    const result = {
      type: 'toolResult',
      id: 'c',
      text: 'Here',
      failed: false,
      files: [png, note],
    } as const
    const { error } = await collect(provider, {
      ...ask('Look'),
      turns: [
        ...ask('Look').turns,
        { role: 'assistant', parts: [call] },
        { role: 'user', parts: [result] },
      ],
    })
    expect(error).toBeUndefined()
    const text = JSON.stringify(fake.requests.at(-1)?.body)
    expect(text).toContain('The file a.png (image/png)')
    expect(text).toContain('Grüße')
  })

  test('one picture for its own faults says so', async () => {
    refuse('image', 400, 'messages.0.content.0.image.source.base64: image format is not supported')
    expect((await collect(provider, files)).error?.code).toBe('badRequest')
    expect(fake.requests).toHaveLength(1)
  })
})
