import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { FileInput, ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock, FakeBedrockOptions } from '../../../fakes/fakeBedrock.ts'
import { collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

async function startFake(options: FakeBedrockOptions = {}): Promise<FakeBedrock> {
  const fake = await startFakeBedrock(options)
  onTestFinished(fake.close)
  return fake
}

/** Longer than a piece of base64, and no multiple of three. */
const large = randomBytes(1_000_000)
const other = randomBytes(700_001)
const long = '"\\ü\u{1f600}'.repeat(40_000)

function file(name: string, mediaType: string, bytes: Uint8Array): FileInput {
  return {
    type: 'file',
    file: { id: 'a'.repeat(64), name, mediaType, sizeBytes: bytes.length },
    read: () => Promise.resolve(bytes),
  }
}

const request: ReplyRequest = {
  modelId: 'parley-large',
  turns: [
    {
      role: 'user',
      parts: [
        { type: 'text', text: long },
        file('a.png', 'image/png', large),
        file('b.png', 'image/png', other),
        file('c.png', 'image/png', randomBytes(10)),
        // Texts and bytes that look like marks, and are none.
        { type: 'text', text: '"parley-text-00000000-0000-4000-8000-000000000000"' },
        file('d.png', 'image/png', Buffer.from(`parley-file:${crypto.randomUUID()}`)),
      ],
    },
  ],
}

const inBody = (text: string, bytes: Uint8Array) =>
  text.includes(`"${Buffer.from(bytes).toString('base64')}"`)

test.each([
  ['signed with an access key', {}],
  ['with a bearer token', { key: 'token', aws: { credentials: 'bearer' as const } }],
])('a large conversation arrives whole, %s', async (_how, options) => {
  const fake = await startFake('key' in options ? { bearer: options.key } : {})
  const { error } = await collect(openBedrock(fake.origin, options), request)
  expect(error).toBeUndefined()
  const sent = fake.asked().at(-1)
  const text = sent?.text ?? ''
  expect(JSON.parse(text)).toEqual(sent?.body)
  expect(inBody(text, large)).toBe(true)
  expect(inBody(text, other)).toBe(true)
  expect(text).toContain(JSON.stringify(long))
  expect(text).toContain('00000000-0000-4000-8000-000000000000')
  expect(text.match(/cGFybGV5LWZpbGU6/g)).toHaveLength(1)
  expect(sent?.headers['content-length']).toBe(String(Buffer.byteLength(text)))
  // Only what is signed needs the hash of its body.
  expect('x-amz-content-sha256' in (sent?.headers ?? {})).toBe(!('key' in options))
})

test('a large Messages body arrives whole by InvokeModel', async () => {
  const fake = await startFake()
  fake.behave({ kind: 'exception', status: 400, type: 'ValidationException', message: 'Not now' })
  const provider = openBedrock(fake.origin, { aws: { operation: 'invokeModel' } })
  // The fake has checked the signature by then.
  const { error } = await collect(provider, { ...request, modelId: 'anthropic.parley-large' })
  expect(error).toMatchObject({ code: 'badRequest', details: { answer: 'Not now' } })
  const text = fake.asked().at(-1)?.text ?? ''
  expect(inBody(text, large)).toBe(true)
  expect(inBody(text, other)).toBe(true)
  expect(text).toContain(JSON.stringify(long))
})

test.each(['converse', 'invokeModel'] as const)(
  'the tokens of a large %s request are counted of all of it',
  async (operation) => {
    const fake = await startFake()
    fake.behave({ kind: 'json', status: 200, body: { inputTokens: 7 } })
    const provider = openBedrock(fake.origin, { aws: { operation } })
    const modelId = 'anthropic.parley-large'
    const { signal } = new AbortController()
    expect(await provider.countTokens?.({ ...request, modelId }, signal)).toBe(7)
    const { text = '', body } = fake.asked().at(-1) ?? {}
    const { input } = body as { input: { invokeModel?: { body: string } } }
    const counted = input.invokeModel
      ? Buffer.from(input.invokeModel.body, 'base64').toString()
      : text
    expect(inBody(counted, large)).toBe(true)
    expect(counted).toContain(JSON.stringify(long))
  },
)
