import { beforeEach, expect, test, vi } from 'vitest'
import { providersAtom, store } from '../../../src/renderer/core/store.ts'
import { chooseVoice } from '../../../src/renderer/voices/chooseVoice.ts'
import { languageOfText } from '../../../src/renderer/voices/languageOfText.ts'
import type { ProviderState } from '../../../src/shared/providers.ts'
import { defaultVoicePreferences } from '../../../src/shared/speech/voices.ts'
import type { Voice, VoicePreferences, VoiceReference } from '../../../src/shared/speech/voices.ts'
import { createFakeMain } from '../chat/conversation/fakeMain.ts'

const model = { providerId: 'p', modelId: 'm' }
const stranger = { providerId: 'p', modelId: 'stranger' }
const served = (voice: string): VoiceReference => {
  return { family: 'openAi', providerId: 'speaker', modelId: 'tts-1', voice }
}
const free: VoiceReference = { family: 'program', voice: 'en-us' }
const paid: VoiceReference = { family: 'fal', providerId: 'speaker', modelId: 'tts', voice: 'a' }
const preferences: VoicePreferences = {
  ...defaultVoicePreferences,
  favourites: { 'en-US': served('alloy'), 'de-DE': served('echo') },
  modelFavourites: [{ ...model, favourites: { 'en-US': served('nova') } }],
}

function listProvider(state: Partial<ProviderState>): void {
  store.set(providersAtom, [state as ProviderState])
}

/** Returns the preferences with a favourite voice of the model's own. */
function withOwn(reference: VoiceReference): VoicePreferences {
  return { ...preferences, modelFavourites: [{ ...model, favourites: { 'en-US': reference } }] }
}

beforeEach(() => {
  const offered = [served('sage'), free].map((reference): Voice => {
    return { reference, name: reference.voice, locale: null, source: '' }
  })
  vi.stubGlobal('window', { bridge: createFakeMain({ 'voices.list': () => offered }).bridge })
  vi.stubGlobal('speechSynthesis', { getVoices: () => [{ name: 'Anna', lang: 'de-DE' }] })
  listProvider({ id: 'speaker', enabled: true })
})

test("a model's own favourite comes before that of the language", async () => {
  expect(await chooseVoice('en-US', model, preferences)).toEqual(served('nova'))
  expect(await chooseVoice('en-US', null, preferences)).toEqual(served('alloy'))
})

test('a model without a favourite has that of the language', async () => {
  expect(await chooseVoice('en-US', stranger, preferences)).toEqual(served('alloy'))
  expect(await chooseVoice('de-DE', model, preferences)).toEqual(served('echo'))
})

test('without any favourite it is what costs nothing', async () => {
  expect(await chooseVoice('fr-FR', model, preferences)).toEqual(free)
  expect(await chooseVoice('de-DE', model, defaultVoicePreferences)).toEqual({
    family: 'system',
    voice: 'Anna',
  })
})

test('a voice of fal is only taken as a favourite', async () => {
  const offered: Voice[] = [{ reference: paid, name: 'A', locale: null, source: 'fal' }]
  vi.stubGlobal('window', { bridge: createFakeMain({ 'voices.list': () => offered }).bridge })
  expect(await chooseVoice('fr-FR', null, defaultVoicePreferences)).toBeUndefined()
  expect(await chooseVoice('en-US', model, withOwn(paid))).toEqual(paid)
  listProvider({ id: 'speaker', enabled: false })
  expect(await chooseVoice('en-US', model, withOwn(paid))).toEqual(served('alloy'))
})

test('every sentence of a model has the voice of its own language', async () => {
  const sentences = ['This is the first of them.', 'Das ist der zweite und nicht der letzte.']
  const voices = sentences.map((text) =>
    chooseVoice(languageOfText(text, 'en-US'), model, preferences),
  )
  expect(await Promise.all(voices)).toEqual([served('nova'), served('echo')])
})

test.each<[string, () => VoicePreferences]>([
  [
    'service was removed',
    () => {
      listProvider({ id: 'another', enabled: true })
      return preferences
    },
  ],
  [
    'service is switched off',
    () => {
      listProvider({ id: 'speaker', enabled: false })
      return preferences
    },
  ],
  ['region was taken out', () => withOwn({ family: 'neural', voice: 'en-US-AvaNeural' })],
  ['voice left the system', () => withOwn({ family: 'system', voice: 'Samantha' })],
])('a favourite of a model whose %s gives way to that of the language', async (_why, prepare) => {
  expect(await chooseVoice('en-US', model, prepare())).toEqual(served('alloy'))
})

test('a favourite of a model is kept while nobody knows the services yet', async () => {
  store.set(providersAtom, undefined)
  expect(await chooseVoice('en-US', model, preferences)).toEqual(served('nova'))
})
