import { afterEach, expect, test } from 'vitest'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic, FakeAnthropicOptions } from '../../../fakes/fakeAnthropic.ts'
import { startFakeServer } from '../../../fakes/fakeServer.ts'
import { ask, collect } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const signal = new AbortController().signal
const entry = (id: string, fields: object = {}) => ({ type: 'model', id, ...fields })
const yes = { supported: true }
const no = { supported: false }

async function open(options: FakeAnthropicOptions) {
  fake = await startFakeAnthropic(options)
  return openAnthropic(fake.origin)
}

test('lists all pages, with names, limits, abilities and the day of retirement', async () => {
  const capabilities = {
    image_input: yes,
    pdf_input: no,
    structured_outputs: yes,
    thinking: { supported: true, types: { adaptive: yes, enabled: no, disabled: no } },
  }
  const provider = await open({
    pageSize: 2,
    models: [
      entry('claude-new', {
        display_name: 'Claude New',
        max_input_tokens: 1_000_000,
        max_tokens: 128_000,
        capabilities,
      }),
      entry('claude-old', {
        display_name: 'Claude Old',
        lifecycle: 'deprecated',
        retires_at: '2027-01-15T08:00:00Z',
        max_tokens: 'many',
      }),
      entry('claude-gone', { lifecycle: 'retired' }),
      entry('plain'),
      { type: 'model' },
    ],
  })
  expect(await provider.models(signal)).toEqual([
    {
      providerId: 'fake',
      modelId: 'claude-new',
      name: 'Claude New',
      local: true,
      contextTokens: 1_000_000,
      outputTokensMaximum: 128_000,
      capabilities: { image: true, pdf: false, reasoning: true, structuredOutput: true },
    },
    {
      providerId: 'fake',
      modelId: 'claude-old',
      name: 'Claude Old',
      local: true,
      retirement: { date: '2027-01-15', replacement: null },
    },
    { providerId: 'fake', modelId: 'plain', name: 'plain', local: true },
  ])
  const after = fake.requests.map(({ query }) => query.get('after_id'))
  expect(after).toEqual([null, 'claude-old', 'plain'])
})

test('asks a model as the list says', async () => {
  const thinking = { supported: true, types: { adaptive: no, enabled: yes, disabled: yes } }
  const provider = await open({
    models: [entry('claude-old', { max_tokens: 4096, capabilities: { thinking } })],
  })
  await provider.models(signal)
  await collect(provider, { ...ask('Hi', 'claude-old'), effort: 'medium' })
  expect(fake.requests).toHaveLength(2)
  expect(fake.requests[1]?.body).toMatchObject({
    max_tokens: 4096,
    thinking: { type: 'enabled', budget_tokens: 2048 },
  })
})

test('a list that names the same page for ever comes to an end', async () => {
  fake = await startFakeAnthropic()
  const endless = await startFakeServer((_request, response) => {
    response.end(JSON.stringify({ data: [entry('one')], has_more: true, last_id: 'one' }))
  })
  try {
    expect(await openAnthropic(endless.origin).models(signal)).toHaveLength(1)
    expect(endless.requests).toHaveLength(2)
  } finally {
    await endless.close()
  }
})

test.each([
  ['<html>', 'notAnApi'],
  ['nonsense', 'malformedAnswer'],
  ['{"data":1}', 'malformedAnswer'],
])('a list that is %s fails with %s', async (text, code) => {
  fake = await startFakeAnthropic()
  const strange = await startFakeServer((_request, response) => void response.end(text))
  try {
    await expect(openAnthropic(strange.origin).models(signal)).rejects.toMatchObject({ code })
    await expect(
      openAnthropic(strange.origin).countTokens?.(ask('Hi'), signal),
    ).rejects.toMatchObject({ code })
  } finally {
    await strange.close()
  }
})

test('counts what a request would read, without large files', async () => {
  const provider = await open({})
  const file = { id: 'a'.repeat(64), name: 'l.pdf', mediaType: 'application/pdf', sizeBytes: 9e6 }
  const count = await provider.countTokens?.(
    {
      ...ask('Hello there'),
      effort: 'low',
      turns: [
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          parts: [
            { type: 'file', file, read: () => Promise.reject(new Error('It is not to be read')) },
            { type: 'text', text: 'Hello there' },
          ],
        },
      ],
    },
    signal,
  )
  expect(count).toBeGreaterThan(2)
  const [request] = fake.requests
  expect(request?.path).toBe('/v1/messages/count_tokens')
  expect(request?.body).not.toHaveProperty('max_tokens')
  expect(request?.body).not.toHaveProperty('stream')
})
