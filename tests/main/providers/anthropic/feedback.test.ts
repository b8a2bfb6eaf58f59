import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyEvent, TurnPart } from '../../../../src/main/providers/reply.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

beforeAll(async () => {
  fake = await startFakeAnthropic()
})

afterAll(() => fake.close())

/** Returns the received events as the parts that the next request sends back. */
function partsOf(events: readonly ReplyEvent[]): TurnPart[] {
  const parts: TurnPart[] = []
  for (const event of events) {
    const last = parts.at(-1)
    if (event.type === 'text') parts.push({ type: 'text', text: event.text })
    if (event.type === 'reasoning') {
      if (last?.type === 'reasoning' && !last.signature) last.text += event.text
      else parts.push({ type: 'reasoning', text: event.text })
    }
    if (event.type === 'reasoningSeal') {
      const { type: _type, ...seal } = event
      if (last?.type === 'reasoning' && !last.signature && !seal.encrypted)
        Object.assign(last, seal)
      else parts.push({ type: 'reasoning', text: '', ...seal })
    }
    if (event.type === 'toolCall') {
      const call = parts.find((part) => part.type === 'toolCall' && part.id === event.id)
      if (call?.type === 'toolCall') call.arguments += event.arguments
      else parts.push({ ...event })
    }
  }
  return parts
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({
    type: fc.constant('thinking'),
    thinking: text,
    signature: fc.constantFrom('', 'c2lnbmVk'),
  }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.constantFrom('', 'ZW5jcnlwdGVk') }),
  fc.record({
    type: fc.constant('tool_use'),
    id: fc.uuid(),
    name: fc.constantFrom('weather', 'time'),
    input: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
  }),
  fc.constant({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
)

test('whatever came can be sent back', async () => {
  const provider = openAnthropic(fake.origin)
  const conversation = fc.record({
    content: fc.array(block, { maxLength: 6 }),
    answered: fc.constantFrom(0, 1, 10),
    next: fc.option(text),
  })
  await fc.assert(
    fc.asyncProperty(conversation, async ({ content, answered, next }) => {
      const message = { id: 'msg_1', type: 'message', role: 'assistant', content, usage: {} }
      const body = { ...message, stop_reason: 'end_turn' }
      fake.behave({ kind: 'status', status: 200, body })
      const first = await collect(provider, ask('Hello', 'claude-large'))
      expect(first.error).toBeUndefined()

      fake.behave({ kind: 'answer', text: 'Fine' })
      const parts = partsOf(first.events)
      const results: TurnPart[] = parts
        .filter((part) => part.type === 'toolCall')
        .slice(0, answered)
        .map(({ id }) => ({ type: 'toolResult', id, text: next ?? '', failed: false }))
      const second = await collect(provider, {
        modelId: 'claude-large',
        turns: [
          ...ask('Hello').turns,
          { role: 'assistant', parts },
          {
            role: 'user',
            parts: [...(next === null ? [] : [{ type: 'text' as const, text: next }]), ...results],
          },
        ],
      })
      expect(second.error).toBeUndefined()
      expect(fake.violations).toEqual([])
    }),
    { numRuns: 200 },
  )
})
