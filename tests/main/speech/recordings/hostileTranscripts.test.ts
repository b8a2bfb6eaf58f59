import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import { startFaultyServer } from '../../../fakes/faultyServer.ts'
import { openSpeech, record, type TestSpeech } from '../testSpeech.ts'

async function hearing(text: string) {
  const fake = await startFakeSpeech()
  onTestFinished(() => fake.close())
  fake.behave(() => ({ kind: 'text', text }))
  return openSpeech({ providers: { fake: fake.baseUrl } })
}

async function heard(speech: TestSpeech) {
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  return speech.recordings.finish(recording.id, false)
}

test('what a server writes is text, and none of it a key', async () => {
  const speech = await hearing('\u001b[201~rm\u0085-rf /\r\n\u0007\u009b31m\u202eDone.\n')
  const { text } = await heard(speech)
  expect(text).toBe('[201~rm\n-rf /\n31mDone.')
})

test('a replacement of the vocabulary brings no key either, but its paragraphs', async () => {
  const speech = await hearing('Add my signature')
  const entry = { id: null, language: null, word: 'my signature', replacement: 'Ada\n\u001b[A1' }
  await speech.handlers.saveWord(entry, { window: 1 } as never)
  expect((await heard(speech)).text).toBe('Add Ada\n[A1')
})

test('more than anybody can say is a failure with its sentence, and not a text', async () => {
  const speech = await hearing('word '.repeat(200_000))
  expect(await heard(speech)).toMatchObject({
    state: 'failed',
    text: '',
    error: { code: 'malformedAnswer' },
  })
})

test('replacements in a row make no endless text', async () => {
  const speech = await hearing('x '.repeat(520))
  const replacement = 'y'.repeat(1000)
  const entry = { id: null, language: null, word: 'x', replacement }
  await speech.handlers.saveWord(entry, { window: 1 } as never)
  const { recording, samples } = await record(speech, 1)
  const half = samples / 2
  await speech.recordings.mark(recording.id, 0, half)
  await speech.recordings.mark(recording.id, half, samples)
  const { state, text, error } = await speech.recordings.finish(recording.id, false)
  expect({ state, code: error?.code }).toEqual({ state: 'failed', code: 'malformedAnswer' })
  expect(text.length).toBeLessThan(1_000_000)
})

test('an answer that never ends, a byte at a time, ends in a timeout', async () => {
  const dripping = await startFaultyServer(async ({ response, send }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    await send('{"text": "')
    while (!response.destroyed) {
      await send('a')
      await wait(20)
    }
  })
  onTestFinished(() => dripping.close())
  const speech = openSpeech({
    providers: { fake: `${dripping.origin}/v1` },
    answerMilliseconds: 400,
  })
  expect(await heard(speech)).toMatchObject({ state: 'failed', error: { code: 'timeout' } })
})
