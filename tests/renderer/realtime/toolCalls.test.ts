import { expect, test, vi } from 'vitest'
import { readServerEvent } from '../../../src/renderer/realtime/serverEvent.ts'
import { createToolCalls, type CallRound } from '../../../src/renderer/realtime/toolCalls.ts'
import { maxModelRequests } from '../../../src/shared/limits.ts'

interface Sent {
  type: string
  item?: { type: string; call_id: string; output?: string; name?: string; arguments?: string }
}

function open() {
  const sent: Sent[] = []
  const rounds: CallRound[] = []
  const running: PromiseWithResolvers<ReadonlyMap<string, string>>[] = []
  const failures: unknown[] = []
  const calls = createToolCalls({
    run(round) {
      rounds.push(round)
      const run = Promise.withResolvers<ReadonlyMap<string, string>>()
      running.push(run)
      return run.promise
    },
    send: (event) => sent.push(event as Sent),
    onFailed: (error) => failures.push(error),
    onRequest: () => undefined,
  })
  const tell = (type: string, fields: object = {}): void => {
    const event = readServerEvent(JSON.stringify({ type, ...fields }))
    if (event) calls.take(event)
  }
  /** Ends a round of calls, the newest by default. */
  const end = async (results: Record<string, string>, index = running.length - 1) => {
    running[index]?.resolve(new Map(Object.entries(results)))
    await running[index]?.promise
    await Promise.resolve()
  }
  const types = (): string[] => sent.map(({ type, item }) => item?.type ?? type)
  return { sent, types, rounds, running, failures, tell, end, ...calls }
}

const called = (id: string, name = 'clock', given = '{}') => {
  return { type: 'function_call', call_id: id, name, arguments: given, status: 'completed' }
}
const done = (id: string, output: object[] = [], status = 'completed') => {
  return { response: { id, status, output, usage: { input_tokens: 5, output_tokens: 2 } } }
}
const created = (id: string) => ({ response: { id } })
const started = 'input_audio_buffer.speech_started'
const stopped = 'input_audio_buffer.speech_stopped'

test('one answer is asked for after the last result of all calls', async () => {
  const { sent, rounds, tell, end } = open()
  tell('response.created', created('r'))
  const part = { response_id: 'r', item_id: 'i', call_id: 'a', arguments: '{"x":1}' }
  tell('response.function_call_arguments.done', part)
  tell('response.output_item.done', { response_id: 'r', item: called('a', 'clock', '{"x":1}') })
  tell(
    'response.done',
    done('r', [called('a', 'clock', '{"x":1}'), called('b', 'door', 'no JSON')]),
  )
  expect(rounds).toEqual([
    {
      round: 1,
      usage: expect.objectContaining({ inputTokens: 5, outputTokens: 2 }) as object,
      calls: [
        { id: 'a', name: 'clock', arguments: '{"x":1}' },
        { id: 'b', name: 'door', arguments: 'no JSON' },
      ],
    },
  ])
  expect(sent).toEqual([])
  await end({ b: 'The user did not allow this call.', a: 'It is noon.' })
  expect(sent).toEqual([
    {
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: 'a', output: 'It is noon.' },
    },
    {
      type: 'conversation.item.create',
      item: {
        type: 'function_call_output',
        call_id: 'b',
        output: 'The user did not allow this call.',
      },
    },
    { type: 'response.create' },
  ])
  // The end of the same answer, told twice, runs nothing again.
  tell('response.done', done('r', [called('a')]))
  expect(rounds).toHaveLength(1)
})

test('the arguments alone are enough, and an answer with words keeps its own tokens', () => {
  const { rounds, tell } = open()
  const call = { response_id: 'r', call_id: 'a', name: 'clock', arguments: '{}' }
  tell('response.function_call_arguments.done', call)
  tell('response.done', done('r', [{ type: 'message', content: [] }]))
  expect(rounds).toMatchObject([{ usage: null, calls: [{ id: 'a', name: 'clock' }] }])
})

test('the calls of an answer that the user cut do not run, nor what comes after', () => {
  const { sent, rounds, tell } = open()
  tell('response.created', created('r'))
  const call = { response_id: 'r', call_id: 'a', name: 'door', arguments: '{}' }
  tell('response.function_call_arguments.done', call)
  const cut = { ...called('b', 'door', '{"x'), status: 'incomplete' }
  tell('response.done', done('r', [cut], 'cancelled'))
  tell('response.function_call_arguments.done', { ...call, call_id: 'c' })
  tell('response.done', done('r', [called('c', 'door')]))
  expect(rounds).toEqual([])
  // The service may keep a call that is whole, and is told why it has no result.
  expect(sent).toMatchObject([{ item: { type: 'function_call_output', call_id: 'a' } }])
})

test('while the user speaks no answer is asked for: theirs knows the result', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  tell(started)
  await end({ a: 'It is noon.' })
  tell('conversation.item.added', { item: { type: 'function_call_output', call_id: 'a' } })
  tell('response.created', created('s'))
  tell(stopped)
  tell('response.done', done('s'))
  expect(types()).toEqual(['function_call_output'])
})

test('an answer that was begun before the result is followed by another', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  tell(started)
  tell(stopped)
  tell('response.created', created('s'))
  await end({ a: 'It is noon.' })
  expect(types()).toEqual(['function_call_output'])
  tell('response.done', done('s'))
  expect(types()).toEqual(['function_call_output', 'response.create'])
  tell('response.created', created('t'))
  tell('response.done', done('t'))
  expect(types()).toEqual(['function_call_output', 'response.create'])
})

const refusal = { error: { code: 'conversation_already_has_active_response' } }
const sentence = { error: { message: 'Conversation already has an active response: s' } }

test.each([refusal, sentence])('a request that comes too late is repeated: %j', async (error) => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  await end({ a: 'It is noon.' })
  tell('response.created', created('s'))
  tell('error', error)
  tell('response.done', done('s'))
  const wanted = ['function_call_output', 'response.create', 'response.create']
  expect(types()).toEqual(wanted)
  tell('response.created', created('t'))
  tell('response.done', done('t'))
  expect(types()).toEqual(wanted)
})

test('a request that the service’s own answer made needless is not repeated', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  await end({ a: 'It is noon.' })
  tell('conversation.item.created', { item: { type: 'function_call_output', call_id: 'a' } })
  tell('response.created', created('s'))
  tell('error', refusal)
  tell('response.done', done('s'))
  expect(types()).toEqual(['function_call_output', 'response.create'])
})

test('two answers with calls are answered together', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  tell('response.created', created('s'))
  tell('response.done', done('s', [called('b')]))
  tell('response.created', created('t'))
  await end({ b: 'two' }, 1)
  await end({ a: 'one' }, 0)
  tell('response.done', done('t'))
  expect(types()).toEqual(['function_call_output', 'function_call_output', 'response.create'])
})

test('a model that asks again and again is not answered for ever, unless the user speaks', async () => {
  const { types, rounds, tell, end } = open()
  for (let round = 1; round <= maxModelRequests; round += 1) {
    tell('response.created', created(String(round)))
    tell('response.done', done(String(round), [called(`c${String(round)}`)]))
    await end({ [`c${String(round)}`]: 'again' })
  }
  const requests = () => types().filter((type) => type === 'response.create')
  expect(rounds.at(-1)?.round).toBe(maxModelRequests)
  expect(types().at(-1)).toBe('function_call_output')
  expect(requests()).toHaveLength(maxModelRequests - 1)
  tell(started)
  tell(stopped)
  tell('response.created', created('s'))
  tell('response.done', done('s', [called('d')]))
  expect(rounds.at(-1)?.round).toBe(1)
})

test('a new session is told of the calls that still wait, and gets their results', async () => {
  const { sent, types, tell, end, mayMove, move } = open()
  tell('response.created', created('r'))
  expect(mayMove()).toBe(false)
  tell('response.done', done('r', [called('a', 'door', '{"x":1}')]))
  expect(mayMove()).toBe(true)
  move()
  expect(sent).toEqual([
    {
      type: 'conversation.item.create',
      item: { type: 'function_call', call_id: 'a', name: 'door', arguments: '{"x":1}' },
    },
  ])
  await end({ a: 'opened' })
  expect(mayMove()).toBe(false)
  expect(types()).toEqual(['function_call', 'function_call_output', 'response.create'])
  // The session breaks before the answer: the next one gets all of it once more.
  move()
  expect(types().slice(3)).toEqual(['function_call', 'function_call_output', 'response.create'])
})

test('where the service announces only the ends of answers, the next end is the answer', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  await end({ a: 'It is noon.' })
  tell('response.done', done('s', [called('b')]))
  await end({ b: 'Sunday' })
  tell('response.done', done('t'))
  const wanted = ['function_call_output', 'response.create']
  expect(types()).toEqual([...wanted, ...wanted])
})

test('a summary is no answer', async () => {
  const { types, tell, end } = open()
  tell('response.done', done('r', [called('a')]))
  await end({ a: 'It is noon.' })
  const { response } = done('z')
  tell('response.created', { response: { ...response, metadata: { purpose: 'summary' } } })
  tell('response.done', { response: { ...response, metadata: { purpose: 'summary' } } })
  tell('response.created', created('s'))
  tell('response.done', done('s'))
  expect(types()).toEqual(['function_call_output', 'response.create'])
})

test('after the end nothing is sent', async () => {
  const { sent, tell, end, stop } = open()
  tell('response.done', done('r', [called('a')]))
  stop()
  await end({ a: 'It is noon.' })
  tell('response.done', done('s', [called('b')]))
  expect(sent).toEqual([])
})

test('calls that could not be written down are told, and nothing is sent', async () => {
  const { sent, failures, running, tell } = open()
  tell('response.done', done('r', [called('a')]))
  running[0]?.reject(new Error('The disk is full'))
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  expect(sent).toEqual([])
})

test('a long result is cut, which the model is told, and fits a message', async () => {
  const { sent, tell, end } = open()
  tell('response.done', done('r', [called('a'), called('b')]))
  await end({ a: '\u0001'.repeat(12_000) })
  expect(sent[0]?.item?.output).toContain('2000 more characters are left out')
  expect(Buffer.byteLength(JSON.stringify(sent[0]))).toBeLessThan(64 * 1024)
  expect(sent[1]?.item?.output).toBe('The call has no result.')
})
