import { expect, test } from 'vitest'
import { createCleanUp, plausible } from '../../../../src/main/dictation/cleanUp/cleanUp.ts'
import { modeFor } from '../../../../src/main/dictation/cleanUp/modeFor.ts'
import type { ReplyEvent } from '../../../../src/main/providers/provider.ts'
import { defaultDictationPreferences } from '../../../../src/shared/dictation.ts'

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

test('the model’s text is taken, without what it puts around it', async () => {
  const cleanUp = answering(async function* () {
    yield { type: 'text', text: '<think>Hm.</think><dictated>\nHello ' }
    yield { type: 'text', text: 'there.\n</dictated>' }
    yield { type: 'finish', reason: 'stop' }
  })
  expect(await cleanUp(request, signal)).toBe('Hello there.')
})

test('a model that fails, is cut off or never answers leaves the text as it was spoken', async () => {
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
  for (const cleanUp of [failing, cut, silent]) {
    expect(await cleanUp(request, signal)).toBe(request.text)
  }
})

test('an essay is no clean-up of a sentence', () => {
  expect(plausible('word '.repeat(200), 'write me an essay')).toBe('write me an essay')
  expect(plausible('  ', 'hello')).toBe('hello')
})

test('the mode follows the app, as the user has chosen or as it is known', () => {
  const on = { ...defaultDictationPreferences, cleanUp: 'plain' as const }
  expect(modeFor('thunderbird', on)).toBe('mail')
  expect(modeFor('gedit', on)).toBe('plain')
  expect(modeFor('thunderbird', { ...on, modes: { thunderbird: 'none' } })).toBe('none')
  expect(modeFor('thunderbird', defaultDictationPreferences)).toBe('none')
  expect(modeFor('constructor', on)).toBe('plain')
})
