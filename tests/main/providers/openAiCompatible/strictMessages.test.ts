import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { answerAsMistral } from '../../../fakes/mistralRules.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { ask, collect } from '../collect.ts'
import { openService } from './openService.ts'
import { fileOf, modelWith, resultTurns, toolTurns } from './turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

interface Sent {
  messages: {
    role: string
    content: unknown
    tool_call_id?: string
    tool_calls?: { id: string }[]
  }[]
}

const lastMessages = () => (fake.requests.at(-1)?.body as Sent | undefined)?.messages ?? []
const roles = () => lastMessages().map(({ role }) => role)

/** A chat of another service's ids, whose user went on before the model read the results. */
const interrupted: ReplyRequest = {
  modelId: 'parley-large',
  turns: [...toolTurns, { role: 'user', parts: [{ type: 'text', text: 'Never mind.' }] }],
}

test('what a user says after results is sent as Mistral wants it, and so is each id', async () => {
  fake.behave(answerAsMistral('Fine'))
  const service = openService(fake.baseUrl)
  const { text, events } = await collect(service, interrupted)
  expect(text).toBe('Fine')
  // Nothing was left out that the user would miss.
  expect(events.filter(({ type }) => type === 'warning')).toEqual([])
  expect(roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user'])
  const [, calling, ...rest] = lastMessages()
  const called = calling?.tool_calls?.map(({ id }) => id)
  expect(new Set(called).size).toBe(2)
  expect(rest.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(called)
  expect(fake.violations).toEqual([])
})

test('it is remembered, and only for the model that refused', async () => {
  fake.behave(answerAsMistral('Fine'))
  const service = openService(fake.baseUrl)
  await collect(service, interrupted)
  const asked = fake.requests.length
  await collect(service, interrupted)
  expect(fake.requests).toHaveLength(asked + 1)
  fake.behave({ kind: 'answer', text: 'Fine' })
  await collect(service, { ...interrupted, modelId: 'parley-small' })
  expect(roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
})

test('pictures of a result, which follow it, are sent as Mistral wants them', async () => {
  fake.behave(answerAsMistral('A dot'))
  const picture = fileOf('dot.png', 'image/png', 'png')
  const { text } = await collect(openService(fake.baseUrl), {
    modelId: 'parley-large',
    turns: resultTurns([picture]),
    model: modelWith({ image: true }),
  })
  expect(text).toBe('A dot')
  expect(roles().slice(-3)).toEqual(['tool', 'assistant', 'user'])
})

test('a template of a local server that wants alternating roles is served as well', async () => {
  fake.behave((_request, seen) => {
    const { messages } = seen.body as Sent
    const counted = messages.filter(({ role, tool_calls: calls }) => role !== 'tool' && !calls)
    const alternates = counted.every(
      ({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'),
    )
    const message =
      'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.'
    return alternates
      ? { kind: 'answer', text: 'Fine' }
      : { kind: 'status', status: 500, body: { error: { code: 500, message } } }
  })
  expect((await collect(openService(fake.baseUrl), interrupted)).text).toBe('Fine')
})

test('a refusal that this does not mend is told after one more try', async () => {
  const message = "Unexpected role 'user' after role 'tool'"
  fake.behave({ kind: 'status', status: 400, body: { message, code: '3230' } })
  const { error } = await collect(openService(fake.baseUrl), interrupted)
  expect(error).toMatchObject({ code: 'badRequest', details: { answer: message } })
  expect(fake.requests).toHaveLength(2)
  fake.requests.length = 0
  await collect(openService(fake.baseUrl), ask('Hello'))
  expect(fake.requests).toHaveLength(1)
})
