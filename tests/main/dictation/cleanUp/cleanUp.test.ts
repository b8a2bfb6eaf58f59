import { expect, test } from 'vitest'
import { createCleanUp } from '../../../../src/main/dictation/cleanUp/cleanUp.ts'
import { modeFor } from '../../../../src/main/dictation/cleanUp/modeFor.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { defaultDictationPreferences } from '../../../../src/shared/speech/dictation.ts'

const request = {
  text: 'um so hello there',
  mode: 'plain' as const,
  translateInto: null,
  model: { providerId: 'any', modelId: 'any' },
}
const signal = new AbortController().signal

function answering(reply: () => AsyncIterable<ReplyEvent>, milliseconds = 1000) {
  return createCleanUp(
    () => Promise.resolve({ models: () => Promise.resolve([]), reply }),
    () => undefined,
    milliseconds,
  )
}

function saying(text: string) {
  return answering(async function* () {
    yield { type: 'text', text }
    yield { type: 'finish', reason: 'stop' }
  })
}

test('the model’s text is taken, without what it puts around it', async () => {
  const cleanUp = answering(async function* () {
    yield { type: 'text', text: '<think>Hm.</think><dictated>\nHello ' }
    yield { type: 'text', text: 'there.\n</dictated>' }
    yield { type: 'finish', reason: 'stop' }
  })
  expect(await cleanUp(request, signal)).toBe('Hello there.')
})

test('a model that fails, is cut off, never answers or answers what was said has cleaned up nothing', async () => {
  const failing = answering(() => {
    throw new Error('broken')
  })
  const cut = answering(async function* () {
    yield { type: 'text', text: 'Hel' }
    yield { type: 'finish', reason: 'length' }
  })
  const silent = answering(async function* () {
    yield await new Promise<ReplyEvent>(() => undefined)
  }, 20)
  const essay = saying('word '.repeat(200))
  const nothing = saying(' \n<dictated></dictated>')
  for (const cleanUp of [failing, cut, silent, essay, nothing]) {
    expect(await cleanUp(request, signal)).toBeNull()
  }
})

test('the mode follows the app, as the user has chosen or as it is known', () => {
  const on = { ...defaultDictationPreferences, cleanUp: 'plain' as const }
  expect(modeFor('thunderbird', on)).toBe('mail')
  expect(modeFor('gedit', on)).toBe('plain')
  expect(modeFor('thunderbird', { ...on, modes: { thunderbird: 'none' } })).toBe('none')
  expect(modeFor('thunderbird', defaultDictationPreferences)).toBe('none')
  expect(modeFor('constructor', on)).toBe('plain')
})
