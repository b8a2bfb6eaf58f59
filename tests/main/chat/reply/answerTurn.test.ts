import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { maxModelRequests } from '../../../../src/shared/limits.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import {
  exchange,
  model,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
} from '../testHistory.ts'
import { scriptedProvider } from '../scriptedProvider.ts'

const call = (id: string, name: string, given = '{}'): ReplyEvent => ({
  type: 'toolCall',
  id,
  name,
  arguments: given,
})
const finish = (reason: 'stop' | 'toolCalls' | 'pause'): ReplyEvent => ({ type: 'finish', reason })
const usage = (inputTokens: number): ReplyEvent => ({
  type: 'usage',
  usage: { inputTokens, outputTokens: 1 },
})

const clock = (run: Tool['run']) => boxOf(testTool({ name: 'clock', run }))

/** Plays one list of events per request, and repeats the last one. */
function rounds(...scripts: ReplyEvent[][]) {
  let count = 0
  return scriptedProvider(async function* () {
    const events = scripts[Math.min(count, scripts.length - 1)] ?? []
    count += 1
    yield* events
  })
}

describe('tools', () => {
  test('are run side by side, and their results go back to the model', async () => {
    const running: string[] = []
    let together = 0
    const tools = clock(async (_input, { toolCallId }) => {
      running.push(toolCallId)
      await delay(20)
      together = Math.max(together, running.length)
      return said(`result of ${toolCallId}`)
    })
    const provider = rounds(
      [
        call('1', 'clock', '{"zone":'),
        call('2', 'clock'),
        call('1', 'clock', '"UTC"}'),
        usage(5),
        finish('toolCalls'),
      ],
      [{ type: 'text', text: 'It is noon.' }, usage(7), finish('stop')],
    )
    const { replies } = openChat(provider, openHistory(), { tools })
    const { answer, frames } = await exchange(replies, send('What time is it?'))
    expect(together).toBe(2)
    expect(answer.status).toBe('complete')
    expect(answer.parts.map((part) => part.type)).toEqual([
      'toolCall',
      'toolCall',
      'toolResult',
      'toolResult',
      'text',
    ])
    expect(answer.usage).toEqual({ inputTokens: 12, outputTokens: 2 })
    expect(frames.map((frame) => frame.type)).toContain('toolResult')
    const [, second] = provider.requests
    expect(second?.tools).toHaveLength(1)
    expect(second?.turns.map(({ role, parts }) => [role, parts.map((part) => part.type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['toolCall', 'toolCall']],
      ['user', ['toolResult', 'toolResult']],
    ])
    expect(second?.turns[1]?.parts[0]).toMatchObject({ arguments: '{"zone":"UTC"}' })
  })

  test.each([
    ['no such tool', call('1', 'oven'), 'There is no tool named oven.'],
    [
      'arguments that are no JSON',
      call('1', 'clock', '{"a'),
      'The arguments are not a JSON object.',
    ],
    ['a tool that throws', call('1', 'clock'), 'The spring is broken'],
  ])('%s is told to the model, which goes on', async (_name, event, text) => {
    const tools = clock(() => Promise.reject(new Error('The spring is broken')))
    const provider = rounds(
      [event, finish('toolCalls')],
      [{ type: 'text', text: 'Well.' }, finish('stop')],
    )
    const { answer } = await exchange(
      openChat(provider, openHistory(), { tools }).replies,
      send('go'),
    )
    expect(answer.status).toBe('complete')
    expect(answer.parts[1]).toMatchObject({ type: 'toolResult', id: '1', text, failed: true })
  })

  test('a turn asks the model ten times at most', async () => {
    const tools = clock(() => Promise.resolve(said('tick')))
    const provider = rounds([call('1', 'clock'), finish('toolCalls')])
    const { answer } = await exchange(
      openChat(provider, openHistory(), { tools }).replies,
      send('go'),
    )
    expect(provider.requests).toHaveLength(maxModelRequests)
    expect(maxModelRequests).toBe(10)
    expect(answer).toMatchObject({
      status: 'complete',
      warnings: [{ code: 'toolLimit', subject: '10' }],
    })
  })

  test('Stop ends the turn while a tool runs', async () => {
    let ended = false
    const tools = clock((_input, _context, signal) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended = true
          resolve(said('late'))
        })
      })
    })
    const provider = rounds([call('1', 'clock'), finish('toolCalls')])
    const { replies } = openChat(provider, openHistory(), { tools })
    const frames = openFrames(replies, send('go'))
    const { answer } = await readStart(frames)
    expect(await frames.next()).toMatchObject({ type: 'toolCall' })
    expect(await frames.next()).toMatchObject({ type: 'toolProgress', state: 'allowed' })
    expect(await frames.next()).toMatchObject({ type: 'toolProgress', state: 'running' })
    setTimeout(() => replies.stop(answer.id), 20)
    expect(await frames.next()).toMatchObject({ type: 'finished', message: { status: 'stopped' } })
    expect(ended).toBe(true)
    expect(provider.requests).toHaveLength(1)
  })
})

test('a pause sends the turn back as it is', async () => {
  const provider = rounds(
    [{ type: 'text', text: 'Looking' }, finish('pause')],
    [{ type: 'text', text: ' it up.' }, finish('stop')],
  )
  const { answer } = await exchange(openChat(provider).replies, send('go'))
  expect(answer.parts).toEqual([{ type: 'text', text: 'Looking it up.' }])
  expect(provider.requests[1]?.turns.at(-1)).toEqual({
    role: 'assistant',
    parts: [{ type: 'text', text: 'Looking' }],
  })
})

test('a picture that the model made is stored, and becomes a part of the answer', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const file = { id: 'a'.repeat(64), name: 'image.png', mediaType: 'image/png', sizeBytes: 3 }
  const stored: Uint8Array[] = []
  const provider = rounds([{ type: 'image', mediaType: 'image/png', bytes }, finish('stop')])
  const chat = openChat(provider, openHistory(), {
    storeFile: (given) => {
      stored.push(given)
      return Promise.resolve(file)
    },
  })
  const { answer, frames } = await exchange(chat.replies, send('Draw'))
  expect(stored).toEqual([bytes])
  expect(answer.parts).toEqual([{ type: 'file', file }])
  expect(frames.map((frame) => frame.type)).toEqual(['started', 'file', 'finished'])
})

test.each([
  ['a part', undefined],
  ['the result of a call', 'ig_1'],
])('a picture whose end is missing is kept as %s, and told', async (_what, callId) => {
  const whole = await flatPng(64, 64, [9, 9, 9, 255])
  const file = { id: 'a'.repeat(64), name: 'A fox.png', mediaType: 'image/png', sizeBytes: 3 }
  const warned = async (bytes: Uint8Array) => {
    const provider = rounds([
      ...(callId === undefined
        ? []
        : [{ type: 'toolCall' as const, id: callId, name: 'image_generation', arguments: '{}' }]),
      { type: 'image', mediaType: 'image/png', bytes, ...(callId !== undefined && { callId }) },
      finish('stop'),
    ])
    const storeFile = () => Promise.resolve(file)
    const chat = openChat(provider, openHistory(), { storeFile })
    const { answer } = await exchange(chat.replies, send('Draw'))
    expect(JSON.stringify(answer.parts)).toContain(file.id)
    return answer.warnings
  }
  expect(await warned(whole)).toEqual([])
  expect(await warned(whole.subarray(0, -13))).toEqual([{ code: 'fileCut', subject: 'A fox.png' }])
})

test('a refusal keeps what the service says of it', async () => {
  const provider = rounds([
    { type: 'finish', reason: 'contentFilter', explanation: 'Not about that.' },
  ])
  const { answer } = await exchange(openChat(provider).replies, send('go'))
  expect(answer).toMatchObject({
    status: 'filtered',
    error: { code: 'contentFiltered', details: { answer: 'Not about that.' } },
  })
})

test('warnings are stored with the answer', async () => {
  const warning = { code: 'optionDropped' as const, subject: 'effort' }
  const provider = rounds([
    { type: 'warning', warning },
    { type: 'text', text: 'Yes' },
    finish('stop'),
  ])
  const { answer } = await exchange(openChat(provider).replies, send('go'))
  expect(answer.warnings).toEqual([warning])
})

test('the effort that the user chose goes with the request, automatic is left to the model', async () => {
  const provider = rounds([{ type: 'text', text: 'Yes' }, finish('stop')])
  const database = openHistory()
  await exchange(openChat(provider, database, { effort: () => 'high' }).replies, send('go'))
  await exchange(openChat(provider, database, { effort: () => 'auto' }).replies, send('go'))
  expect(provider.requests.map(({ effort }) => effort)).toEqual(['high', undefined])
})

test('the same passage is cited once, and numbers of several requests do not meet', async () => {
  const cite = (number: number, source: string): ReplyEvent => ({
    type: 'citation',
    citation: { number, title: source, passage: '', source },
  })
  const provider = rounds(
    [cite(1, 'a'), cite(1, 'a'), cite(2, 'b'), finish('pause')],
    [cite(1, 'c'), cite(2, 'a'), { type: 'text', text: 'Yes' }, finish('stop')],
  )
  const { answer } = await exchange(openChat(provider).replies, send('go'))
  expect(answer.citations.map(({ number, source }) => [number, source])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
})

test('a service that pauses again and again is asked ten times at most', async () => {
  const provider = rounds([{ type: 'text', text: 'Hm. ' }, usage(1), finish('pause')])
  const { answer } = await exchange(openChat(provider).replies, send('go'))
  expect(provider.requests).toHaveLength(maxModelRequests)
  expect(answer).toMatchObject({
    status: 'complete',
    parts: [{ type: 'text', text: 'Hm. '.repeat(maxModelRequests) }],
    usage: { inputTokens: maxModelRequests },
    warnings: [{ code: 'toolLimit' }],
  })
})

test('a failure in a later round keeps what came before it', async () => {
  const tools = clock(() => Promise.resolve(said('tick')))
  let count = 0
  const provider = scriptedProvider(async function* () {
    count += 1
    if (count === 2) throw new AppError('overloaded', 'Too busy')
    yield { type: 'text', text: 'Let me look.' }
    yield call('1', 'clock')
    yield finish('toolCalls')
  })
  const { answer } = await exchange(
    openChat(provider, openHistory(), { tools }).replies,
    send('go'),
  )
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'overloaded' } })
  expect(answer.parts.map(({ type }) => type)).toEqual(['text', 'toolCall', 'toolResult'])
})

test('a picture that the disk has no room for fails the answer, and keeps its text', async () => {
  const provider = rounds([
    { type: 'text', text: 'Here it is:' },
    { type: 'image', mediaType: 'image/png', bytes: new Uint8Array(3) },
    finish('stop'),
  ])
  const storeFile = () => Promise.reject(new AppError('diskFull', 'No room'))
  const { answer } = await exchange(
    openChat(provider, openHistory(), { storeFile }).replies,
    send('Draw'),
  )
  expect(answer).toMatchObject({
    status: 'failed',
    error: { code: 'diskFull' },
    parts: [{ type: 'text', text: 'Here it is:' }],
  })
})

test('the model is told of as used once what is sent lies on disk', async () => {
  const used: string[] = []
  const provider = rounds([{ type: 'text', text: 'Yes' }, finish('stop')])
  const { replies } = openChat(provider, openHistory(), {
    onUsed: ({ modelId }) => used.push(modelId),
    assertStored: (files) => {
      if (files.length > 0) throw new AppError('attachmentMissing', 'Gone')
    },
  })
  await exchange(replies, send('go'))
  const file = { id: 'a'.repeat(64), name: 'a', mediaType: 'text/plain', sizeBytes: 1 }
  const withFile = { ...send(''), files: [file] }
  await expect(exchange(replies, withFile)).rejects.toMatchObject({ code: 'attachmentMissing' })
  expect(used).toEqual([model.modelId])
})

test('a chat whose files are more than a request carries says which are left out', async () => {
  const provider = rounds(
    [{ type: 'text', text: 'One' }, finish('stop')],
    [{ type: 'text', text: 'Two' }, finish('stop')],
  )
  const { replies } = openChat(provider, openHistory())
  const films = (name: string) =>
    Array.from({ length: 3 }, (_, index) => ({
      ...{ id: 'a'.repeat(64), name: `${name}${String(index)}.png`, mediaType: 'image/png' },
      sizeBytes: 45 * 1024 * 1024,
    }))
  const first = await exchange(replies, { ...send('Look'), files: films('a') })
  expect(first.answer.warnings).toEqual([])
  const place = { conversationId: first.answer.conversationId, parentId: first.answer.id }
  const second = await exchange(replies, { ...send('And these', place), files: films('b') })
  expect(second.answer.warnings).toEqual([{ code: 'earlierFilesDropped', subject: '2' }])
})
