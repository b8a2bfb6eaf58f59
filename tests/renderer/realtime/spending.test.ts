import { expect, test } from 'vitest'
import { readServerEvent } from '../../../src/renderer/realtime/serverEvent.ts'
import { addSpending, dollarsOf, nothingSpent } from '../../../src/renderer/realtime/spending.ts'

const price = {
  input: 4,
  cachedInput: 0.4,
  output: 24,
  audio: { input: 32, cachedInput: 0.4, output: 64 },
}

const answer = {
  type: 'response.done',
  response: {
    status: 'completed',
    usage: {
      input_tokens: 132,
      output_tokens: 121,
      input_token_details: {
        text_tokens: 119,
        audio_tokens: 13,
        cached_tokens: 64,
        cached_tokens_details: { text_tokens: 64, audio_tokens: 0 },
      },
      output_token_details: { text_tokens: 30, audio_tokens: 91 },
    },
  },
}
const transcribed = 'conversation.item.input_audio_transcription.completed'

function spentOn(...events: readonly object[]) {
  return events.reduce<typeof nothingSpent>((spent, event) => {
    const read = readServerEvent(JSON.stringify(event))
    return read ? addSpending(spent, read) : spent
  }, nothingSpent)
}

test('answers and transcriptions are added up, and priced by what they are', () => {
  const spent = spentOn(
    answer,
    { type: 'rate_limits.updated' },
    { type: transcribed, usage: { type: 'duration', seconds: 40 } },
    answer,
    { type: transcribed, usage: { type: 'duration', seconds: 20 } },
  )
  expect(spent).toMatchObject({ transcribedSeconds: 60, usage: { audioOutputTokens: 182 } })
  const text = 55 * 4 + 64 * 0.4 + 30 * 24
  const sound = 13 * 32 + 91 * 64
  expect(dollarsOf(spent, price)).toBeCloseTo((2 * (text + sound)) / 1_000_000 + 0.0045)
})

test.each([
  ['a model without a price', [answer], undefined],
  ['a model without a price of sound', [answer], { input: 4, output: 24 }],
  [
    'an answer without a count',
    [{ type: 'response.done', response: { status: 'cancelled' } }],
    price,
  ],
  ['a transcription in tokens', [{ type: transcribed, usage: { type: 'tokens' } }], price],
])('the cost of %s is unknown, not nothing', (_name, events, known) => {
  expect(dollarsOf(spentOn(...events), known)).toBeNull()
})

test('an answer that failed without a count hides no cost', () => {
  const failed = { type: 'response.done', response: { status: 'failed' } }
  expect(dollarsOf(spentOn(answer, failed), price)).toBe(dollarsOf(spentOn(answer), price))
})
