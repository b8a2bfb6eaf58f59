import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyEvent, ReplyRequest, Turn } from '../../../../src/main/providers/reply.ts'
import { createPassingThreads } from '../../../../src/main/providers/assistants/threadRecord.ts'
import { startFakeAssistants, type FakeAssistants } from '../../../fakes/fakeAssistants.ts'
import { collect, type Collected } from '../collect.ts'
import { openService } from '../openAiCompatible/openService.ts'

const modelId = 'assistant:asst_helper'
const call = { id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' }
const tools = [{ name: 'clock', description: 'Tells the time.', parameters: { type: 'object' } }]

let fake: FakeAssistants
let service: Provider
let pauses: number[]
let threads = createPassingThreads()

beforeEach(async () => {
  fake = await startFakeAssistants()
  threads = createPassingThreads()
  service = open()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

function open(baseUrl = fake.baseUrl): Provider {
  pauses = []
  const wait = (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds))
  return openService(baseUrl, { wait, threads, listsAssistants: true })
}

const user = (text: string): Turn => ({ role: 'user', parts: [{ type: 'text', text }] })
const assistant = (...parts: Part[]): Turn => ({
  role: 'assistant',
  parts: parts.flatMap((part) => (part.type === 'file' || part.type === 'toolResult' ? [] : part)),
})

function asked(turns: readonly Turn[], more: Partial<ReplyRequest> = {}): ReplyRequest {
  return { modelId, conversationId: 'chat', turns, ...more }
}

function ask(...turns: Turn[]): Promise<Collected> {
  return collect(service, asked(turns))
}

interface AroundCall {
  /** The words before the call. */
  before?: string
  /** The question that comes with its result. */
  question?: string
}

/** The turns after the model has called a tool and its result is known. */
function afterCall(
  question: string,
  { before = '', question: next = '' }: AroundCall = {},
): Turn[] {
  const words = (text: string) => (text === '' ? [] : [{ type: 'text', text } as const])
  const result = { type: 'toolResult', id: call.id, text: 'It is noon.', failed: false } as const
  return [
    user(question),
    assistant(...words(before), { type: 'toolCall', ...call }),
    { role: 'user', parts: [result, ...words(next)] },
  ]
}

const texts = () =>
  [...fake.threads.values()].map(({ messages }) => messages.map((one) => one.text))
const finish = ({ events }: Collected) => events.find(({ type }) => type === 'finish')
const requests = (part: string) =>
  fake.requests.filter(({ method, path }) => `${method} ${path}`.includes(part)).length

test('an assistant appears as a model, and its thread goes on with the chat', async () => {
  const models = await service.models(new AbortController().signal)
  expect(models).toMatchObject([{ modelId, name: 'Office helper', tasks: ['chat'] }])
  const first = await ask(user('Hello'))
  expect(first).toMatchObject({ text: 'You said: Hello', error: undefined })
  expect(finish(first)).toEqual({ type: 'finish', reason: 'stop' })
  expect(first.events).toContainEqual({
    type: 'usage',
    usage: { inputTokens: 20, outputTokens: 5 },
  })
  const said = { type: 'text', text: 'You said:\n\nHello' } as const
  await ask(user('Hello'), assistant(said), user('And now?'))
  // Its words alone are compared, and only the new question was sent.
  expect(texts()).toEqual([['Hello', 'You said: Hello', 'And now?', 'You said: And now?']])
})

test('a chat that took another way gets a new thread with all that was said', async () => {
  await ask(user('Hello'))
  await ask(user('Hello there'), assistant({ type: 'text', text: 'Yes?' }), user('Go on'))
  expect(texts()[1]).toEqual(['Hello there', 'Yes?', 'Go on', 'You said: Go on'])
})

test('a thread that the service has lost is made anew', async () => {
  await ask(user('Hello'))
  fake.threads.clear()
  const turns = [user('Hello'), assistant({ type: 'text', text: 'You said: Hello' }), user('Again')]
  expect(await ask(...turns)).toMatchObject({ text: 'You said: Again', error: undefined })
  expect(texts()).toEqual([['Hello', 'You said: Hello', 'Again', 'You said: Again']])
})

test('calls are answered together, with the assistant’s own tools beside Parley’s', async () => {
  const second = { ...call, id: 'call_2' }
  fake.script((_question, outputs) =>
    outputs.length === 0 ? { calls: [call, second] } : { text: outputs.join(' / ') },
  )
  const first = await collect(service, asked([user('Time?')], { tools }))
  expect(finish(first)).toEqual({ type: 'finish', reason: 'toolCalls' })
  expect(first.events).toContainEqual({ type: 'toolCall', ...call })
  expect(fake.runs[0]?.body['tools']).toMatchObject([
    { type: 'file_search' },
    { function: { name: 'own' } },
    { function: { name: 'clock' } },
  ])
  const results: Turn['parts'] = [
    { type: 'toolResult', id: 'call_1', text: 'Noon', failed: false },
    { type: 'toolResult', id: 'call_2', text: 'The user did not allow this call.', failed: true },
  ]
  const calls = assistant({ type: 'toolCall', ...call }, { type: 'toolCall', ...second })
  // Another client, as after a restart.
  service = open()
  const answer = await ask(user('Time?'), calls, { role: 'user', parts: results })
  expect(answer.text).toBe('Noon / The user did not allow this call.')
  expect([fake.runs.length, requests('submit_tool_outputs')]).toEqual([1, 1])
  // The thread goes on after the calls.
  const said = { type: 'text', text: answer.text } as const
  await ask(user('Time?'), calls, { role: 'user', parts: results }, assistant(said), user('Thanks'))
  expect(fake.threads.size).toBe(1)
})

test('a call says until when the service waits for its result', async () => {
  fake.script(() => ({ calls: [call] }))
  fake.expireAt(1_800_000_000)
  const { events } = await collect(service, asked([user('Time?')], { tools }))
  expect(events).toContainEqual({ type: 'toolCall', ...call, expiresAt: 1_800_000_000_000 })
})

test('a question in place of the decision on a call is asked, in a new thread', async () => {
  fake.script((question) => (question === 'Time?' ? { calls: [call] } : { text: 'As you like' }))
  await collect(service, asked([user('Time?')], { tools }))
  const answer = await ask(...afterCall('Time?', { question: 'Leave it' }))
  expect(answer).toMatchObject({ text: 'As you like', error: undefined })
  expect(texts()[1]?.slice(-2)).toEqual(['Leave it', 'As you like'])
  expect(fake.runs.map(({ status }) => status)).toEqual(['cancelled', 'completed'])
})

test('a run that expired while the user decided says so, and is not started again', async () => {
  fake.script(() => ({ calls: [call] }))
  await collect(service, asked([user('Time?')], { tools }))
  fake.expire()
  const late = await ask(...afterCall('Time?'))
  expect(late.error?.code).toBe('runExpired')
  expect(fake.runs).toHaveLength(1)
  fake.script(() => ({ text: 'Fresh' }))
  expect((await ask(user('Time?'))).text).toBe('Fresh')
})

test.each([
  ['a broken stream', 'cut'],
  ['no stream', 'plain'],
] as const)('a run with %s is looked at until it has ended', async (_name, ending) => {
  fake.script(() => ({ text: 'All of the answer', ending, looks: 2 }))
  const { text, error } = await ask(user('Hello'))
  expect([text, error]).toEqual(['All of the answer', undefined])
  expect(pauses).toEqual([5000, 1234, 1234])
  expect(fake.runs).toHaveLength(1)
})

test('without a stream an answer is shown once, also one that stands in the words before', async () => {
  const before = 'Is it noon?【4:0†source】 Let me look.'
  const annotations = [
    { type: 'file_citation', text: '【4:0†source】', file_citation: { file_id: 'file-a' } },
  ]
  fake.script((_question, outputs) =>
    outputs.length === 0
      ? { text: before, annotations, calls: [call], ending: 'plain' }
      : { text: 'noon', ending: 'plain' },
  )
  const first = await collect(service, asked([user('Time?')], { tools }))
  expect(first.text).toBe('Is it noon?[1] Let me look.')
  expect((await ask(...afterCall('Time?', { before: first.text }))).text).toBe('noon')
})

test('a run whose answer was lost is found in the thread, not started again', async () => {
  fake.fail('POST /threads/thread_1/runs', 'lost')
  const { text, error } = await ask(user('Hello'))
  expect([text, error]).toEqual(['You said: Hello', undefined])
  expect([fake.runs.length, fake.threads.size]).toEqual([1, 1])
})

test('a run that a crash left behind becomes the answer to the same question', async () => {
  await ask(user('Hello'))
  const known = threads.find('chat')
  if (!known) throw new Error('The thread was not kept')
  threads.save('chat', { ...known, held: known.held.slice(0, 1), openRun: { id: 'run_3' } })
  expect(fake.runs[0]?.id).toBe('run_3')
  expect((await ask(user('Hello'))).text).toBe('You said: Hello')
  expect(fake.runs).toHaveLength(1)
})

test.each([
  [{ status: 'incomplete', reason: 'max_completion_tokens', text: 'Cut' }, 'length', undefined],
  [{ status: 'cancelled' }, undefined, 'runCancelled'],
  [{ status: 'expired' }, undefined, 'runExpired'],
  [
    { status: 'failed', lastError: { code: 'rate_limit_exceeded', message: 'Slow down' } },
    ...[undefined, 'rateLimited'],
  ],
  [
    { status: 'failed', lastError: { code: 'server_error', message: 'Sorry' } },
    ...[undefined, 'serverError'],
  ],
] as const)('a run ends as %j', async (step, reason, code) => {
  fake.script(() => step)
  const answer = await ask(user('Hello'))
  const end = finish(answer)
  expect(end?.type === 'finish' ? end.reason : undefined).toBe(reason)
  expect(answer.error?.code).toBe(code)
  // It is never started a second time by itself.
  expect(fake.runs).toHaveLength(1)
})

test('sources become numbers with the names of their files, and made files come along', async () => {
  fake.files.set('file-a', { name: 'Rules.pdf', bytes: '' })
  fake.files.set('file-b', { name: 'table.csv', bytes: 'a,b' })
  const path = 'sandbox:/mnt/data/table.csv'
  const cited = (text: string) => ({
    type: 'file_citation',
    text,
    file_citation: { file_id: 'file-a' },
  })
  const annotations = [
    cited('【4:0†source】'),
    { type: 'file_path', text: path, file_path: { file_id: 'file-b' } },
    { ...cited('【4:1†source】'), file_citation: { file_id: 'file-c' } },
  ]
  const value = `Ten days 【4:0†source】, see [table](${path}) and 【note】. Or more【4:1†source】.`
  for (const ending of [undefined, 'plain'] as const) {
    fake.script(() => ({ text: value, annotations, ...(ending && { ending }) }))
    const { text, events } = await ask(user(`Holidays ${String(ending)}`))
    expect(text).toBe('Ten days [1], see [table](table.csv) and 【note】. Or more[2].')
    expect(events.filter(({ type }) => type === 'citation')).toMatchObject([
      { citation: { number: 1, title: 'Rules.pdf', source: 'file-a' } },
      { citation: { number: 2, title: 'file-c' } },
    ])
    expect(events.filter(({ type }) => type === 'image')).toMatchObject([
      { name: 'table.csv', bytes: Buffer.from('a,b') },
    ])
  }
})

test('stopping cancels the run, and the next answer gets a new thread', async () => {
  fake.script(() => ({ ending: 'hang' }))
  const stopping = new AbortController()
  const events = service.reply(asked([user('Hello')]), stopping.signal)[Symbol.asyncIterator]()
  const isRequest = ({ done, value }: IteratorResult<ReplyEvent, unknown>): boolean =>
    done === true || value.type === 'request'
  while (!isRequest(await events.next()));
  const rest = events.next()
  stopping.abort()
  await expect(rest).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => fake.runs[0]?.status).toBe('cancelled')
  fake.script(() => ({ text: 'Fresh' }))
  expect((await ask(user('Hello'))).text).toBe('Fresh')
  expect(fake.threads.size).toBe(2)
})

test('outside of a chat the thread is deleted once it has answered', async () => {
  const answer = await collect(service, { modelId, turns: [user('Hello')] })
  expect(answer.text).toBe('You said: Hello')
  await expect.poll(() => fake.threads.size).toBe(0)
})

test('where assistants are gone, Parley says so, and asks OpenAI for none', async () => {
  fake.fail('POST /threads', { status: 404, message: 'Unknown request URL: POST /v1/threads' })
  expect((await ask(user('Hello'))).error?.code).toBe('assistantsGone')
  fake.fail('POST /threads/', { status: 404, message: "No assistant found with id 'asst_helper'." })
  expect((await ask(user('Hello'))).error?.code).toBe('modelNotFound')
  // No request leaves: there is no network in this test.
  service = open('https://api.openai.com/v1')
  expect((await ask(user('Hello'))).error?.code).toBe('assistantsGone')
  const { signal } = new AbortController()
  await expect(service.findModel?.('asst_helper', signal)).rejects.toMatchObject({
    code: 'assistantsGone',
  })
})

test('a service that is busy is asked again for its assistants', async () => {
  fake.fail('GET /assistants', { status: 503, message: 'Busy' })
  const { signal } = new AbortController()
  expect(await service.models(signal)).toEqual([])
  expect(await service.models(signal)).toMatchObject([{ modelId }])
})

test('a service without assistants is asked once for them', async () => {
  fake.fail('GET /assistants', { status: 404, message: 'Not found' })
  const { signal } = new AbortController()
  expect(await service.models(signal)).toEqual([])
  expect(await service.models(signal)).toEqual([])
  expect(requests('GET /v1/assistants')).toBe(1)
})
