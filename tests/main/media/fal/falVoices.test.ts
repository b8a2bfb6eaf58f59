import { expect, onTestFinished, test } from 'vitest'
import { createFalApi } from '../../../../src/main/media/fal/falApi.ts'
import { createFalCatalogue } from '../../../../src/main/media/fal/falCatalogue.ts'
import { createFalSpeaker } from '../../../../src/main/media/fal/createFalSpeaker.ts'
import { createFalVoices } from '../../../../src/main/media/fal/createFalVoices.ts'
import { falServices } from '../../../../src/main/media/fal/falServices.ts'
import { readResult } from '../../../../src/main/media/results/readResult.ts'
import { publicHosts, type HostRule } from '../../../../src/main/network/hostRule.ts'
import { createAudioCache } from '../../../../src/main/voices/audioCache.ts'
import { createVoices } from '../../../../src/main/voices/voices.ts'
import { defaultVoicePreferences, type SpeakInput } from '../../../../src/shared/speech/voices.ts'
import { startFakeFal, type FalScript } from '../../../fakes/fakeFal.ts'
import { toneWav } from '../../../fakes/fakeVoices.ts'
import { openProviders } from '../../providers/openProviders.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { loopback } from '../openMediaParts.ts'

const kokoro = 'fal-ai/kokoro/american-english'

async function openVoices(script: FalScript = {}, pages: HostRule = loopback) {
  const fal = await startFakeFal(script)
  onTestFinished(fal.close)
  const { providers, secrets, setKey } = openProviders()
  await providers.add({ presetId: 'fal' })
  await providers.update('fal', { baseUrl: fal.origin })
  await setKey('fal', 'fal-key')
  const folder = temporaryFolder()
  const { speakers } = falServices({
    ...{ providers, secrets },
    sizeOf: () => 0,
    uploads: () => {
      throw new Error('Nothing is uploaded')
    },
    fetchFile: (address, signal) =>
      readResult(address, 1_000_000, {
        pages: { ...pages, refusal: 'mediaUnusable' },
        ...{ signal, folder },
      }),
  })
  const voices = createVoices({
    ...{ providers: providers.list, lookup: providers.lookup, secrets, fetch },
    cache: createAudioCache(folder),
    preferences: () => defaultVoicePreferences,
    fal: createFalVoices(speakers),
  })
  return { fal, providers, voices, folder }
}

function input(text: string, more: Partial<SpeakInput['voice']> = {}): SpeakInput {
  const voice = { family: 'fal', providerId: 'fal', modelId: kokoro, voice: 'af_heart', ...more }
  return { text, voice: voice as SpeakInput['voice'], speed: 0.5, pitch: 0 }
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as { code?: unknown }).code,
  )

test('the voices are those of the models’ own lists, by language, and cost nothing', async () => {
  const { fal, voices } = await openVoices()
  const ofFal = async (locale: 'en-US' | 'de-DE') =>
    (await voices.list(locale)).filter(({ reference }) => reference.family === 'fal')
  expect((await ofFal('en-US')).map(({ name, locale, source }) => [name, locale, source])).toEqual([
    ['Heart', 'en-US', 'fal · Kokoro'],
    ['Santa', 'en-US', 'fal · Kokoro'],
    ['Kore', null, 'fal · Gemini TTS'],
    ['Puck', null, 'fal · Gemini TTS'],
  ])
  expect((await ofFal('de-DE')).map(({ name }) => name)).toEqual(['Kore', 'Puck'])
  expect(fal.billed).toBe(0)
})

test('a list does not wait for a slow description, which the next list has', async () => {
  const fal = await startFakeFal()
  onTestFinished(fal.close)
  const account = { id: 'fal', name: 'fal', baseUrl: fal.origin, key: async () => 'fal-key' }
  const api = createFalApi(account, { fetch, redact: (text) => text })
  const { form } = createFalCatalogue(account, api)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const speaker = createFalSpeaker(account, {
    api,
    catalogue: { form: async (...given) => held.then(() => form(...given)) },
    fetchSound: () => Promise.reject(new Error('Nothing is fetched')),
    listMilliseconds: 1,
  })
  expect(await speaker.voices('en-US')).toEqual([])
  release()
  await expect.poll(async () => (await speaker.voices('en-US')).length).toBe(4)
  const asked = fal.requests.filter(({ query }) => query.get('endpoint_id') === kokoro)
  expect(asked).toHaveLength(1)
})

test('a provider without a key, or that is off, has no voices', async () => {
  const { providers, voices } = await openVoices()
  const count = async () =>
    (await voices.list('en-US')).filter(({ reference }) => reference.family === 'fal').length
  expect(await count()).toBe(4)
  await providers.update('fal', { enabled: false })
  expect(await count()).toBe(0)
  expect(await codeOf(voices.speak(input('Hello.')))).toBe('providerMissing')
  await providers.update('fal', { enabled: true })
  await providers.removeKey('fal', 'first')
  expect(await count()).toBe(0)
})

test('a sentence is paid for once, and its sound is fetched without the key', async () => {
  const { fal, voices } = await openVoices()
  const names = await Promise.all([voices.speak(input('Hello.')), voices.speak(input('Hello.'))])
  expect(await voices.speak(input('Hello.'))).toBe(names[0])
  expect(names[0]).toMatch(/\.wav$/)
  expect(await voices.read(names[0])).toEqual(toneWav(300))
  expect(fal.spoken).toEqual([
    // A speed that the model does not have is the nearest that it has.
    { endpoint: kokoro, input: { prompt: 'Hello.', voice: 'af_heart', speed: 0.8 } },
  ])
  const file = fal.requests.find(({ path }) => path.startsWith('/file/'))
  expect(file?.headers.authorization).toBeUndefined()
})

test('a model is asked for a format that joins', async () => {
  const { fal, voices } = await openVoices()
  await voices.speak(input('Hello.', { modelId: 'fal-ai/gemini-tts', voice: 'Kore' }))
  expect(fal.spoken[0]?.input).toEqual({ prompt: 'Hello.', voice: 'Kore', output_format: 'mp3' })
  const { format } = await voices.join([input('One.'), input('Two.')])
  expect(format).toBe('wav')
})

test.each([
  ['reset', 'connectionFailed', 1],
  ['htmlBadGateway', 'serverError', 1],
  ['refused', 'unprocessable', 0],
  ['busy', 'rateLimited', 0],
  ['keyRefused', 'keyRefused', 0],
  ['noBalance', 'quotaExhausted', 0],
] as const)('after %s nothing is sent again by itself', async (fault, code, billed) => {
  const { fal, voices } = await openVoices({ speech: [fault] })
  expect(await codeOf(voices.speak(input('Hello.')))).toBe(code)
  expect(fal.billed).toBe(billed)
  const posts = fal.requests.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(1)
})

test('a sound that was paid for and not fetched is fetched by the next attempt', async () => {
  let status = 500
  const { fal, voices } = await openVoices({
    file(response) {
      if (status === 200) return false
      response.writeHead(status).end()
      return true
    },
  })
  expect(await codeOf(voices.speak(input('Hello.')))).toBe('serverError')
  status = 200
  await voices.speak(input('Hello.'))
  expect(fal.billed).toBe(1)
})

test('a sound that is gone has to be made again', async () => {
  let isGone = true
  const { fal, voices } = await openVoices({
    file(response) {
      if (isGone) response.writeHead(404).end()
      return isGone
    },
  })
  expect(await codeOf(voices.speak(input('Hello.')))).toBe('mediaExpired')
  isGone = false
  await voices.speak(input('Hello.'))
  expect(fal.billed).toBe(2)
})

test('a sound of no public host is refused, and not paid for twice', async () => {
  const { fal, voices } = await openVoices({}, publicHosts)
  expect(await codeOf(voices.speak(input('Hello.')))).toBe('mediaUnusable')
  expect(await codeOf(voices.speak(input('Hello.')))).toBe('mediaUnusable')
  expect(fal.requests.some(({ path }) => path.startsWith('/file/'))).toBe(false)
  expect(fal.billed).toBe(1)
})

test('what the list does not have is not paid for', async () => {
  const { fal, voices } = await openVoices()
  const others = [{ voice: 'nobody' }, { modelId: 'fal-ai/painter/pro' }]
  for (const other of others) {
    expect(await codeOf(voices.speak(input('Hello.', other as object)))).toBe('voiceMissing')
  }
  expect(fal.billed).toBe(0)
})
