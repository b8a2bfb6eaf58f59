import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { Behaviour } from '../../../fakes/behaviour.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const givenSchema = z.object({ city: z.string() })
const weather = testTool({
  name: 'weather',
  parameters: z.toJSONSchema(givenSchema),
  run: (input) => {
    const { city } = givenSchema.parse(input)
    return Promise.resolve({ parts: [{ type: 'text', text: `Sun over ${city}` }] })
  },
})

/** Starts a service over HTTP that wants two tools run and then says what it has learnt. */
async function openWeatherService() {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const behaviours: Behaviour[] = [
    {
      kind: 'answer',
      text: 'Let me look.',
      toolCalls: [
        { id: 'call_a', name: 'weather', arguments: '{"city":"Oslo"}' },
        { id: 'call_b', name: 'weather', arguments: '{"city":"Rome"}' },
      ],
    },
    { kind: 'answer', text: 'Sun in both.' },
  ]
  let count = 0
  fake.behave(() => behaviours[Math.min(count++, 1)] ?? { kind: 'hang' })
  return fake
}

test('over HTTP the calls are run, their results sent back, and the next question asked', async () => {
  const fake = await openWeatherService()
  const service = openService(fake.baseUrl)
  const { replies } = openChat(service, openHistory(), { tools: boxOf(weather) })
  const { answer } = await exchange(replies, send('How is the weather?'))
  expect(answer).toMatchObject({
    status: 'complete',
    parts: [
      { type: 'text', text: 'Let me look.' },
      { type: 'toolCall', id: 'call_a', arguments: '{"city":"Oslo"}' },
      { type: 'toolCall', id: 'call_b', arguments: '{"city":"Rome"}' },
      { type: 'toolResult', id: 'call_a', text: 'Sun over Oslo', failed: false },
      { type: 'toolResult', id: 'call_b', text: 'Sun over Rome', failed: false },
      { type: 'text', text: 'Sun in both.' },
    ],
  })
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  await exchange(replies, send('Thanks', place))
  const bodies = fake.requests.map(({ body }) => body as { messages: { role: string }[] })
  expect(bodies.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['user'],
    ['user', 'assistant', 'tool', 'tool'],
    ['user', 'assistant', 'tool', 'tool', 'assistant', 'user'],
  ])
  expect(fake.violations).toEqual([])
})

test('calls that were stopped while their tools ran can be gone on from', async () => {
  const fake = await openWeatherService()
  let answerId = ''
  const stuck = testTool({
    ...weather,
    run: (_input, { toolCallId }) => {
      if (toolCallId === 'call_b') setImmediate(() => replies.stop(answerId))
      return new Promise(() => undefined)
    },
  })
  const { replies } = openChat(openService(fake.baseUrl), openHistory(), { tools: boxOf(stuck) })
  for await (const frame of replies.reply(send('go'), new AbortController().signal)) {
    if (frame.type === 'started') answerId = frame.messages.at(-1)?.id ?? ''
  }
  const { answer } = await exchange(replies, { kind: 'continue', messageId: answerId })
  expect(answer.status).toBe('complete')
  const text = 'The tool was ended before it had answered. Whether it has done its work is unknown.'
  const brokenOff = { type: 'toolResult', text, failed: true }
  expect(answer.parts.slice(-3)).toEqual([
    { ...brokenOff, id: 'call_a' },
    { ...brokenOff, id: 'call_b' },
    { type: 'text', text: 'Sun in both.' },
  ])
  expect(fake.violations).toEqual([])
})
