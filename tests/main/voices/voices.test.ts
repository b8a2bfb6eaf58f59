import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAudioCache } from '../../../src/main/voices/audioCache.ts'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createSecretsHandlers } from '../../../src/main/secrets/handlers.ts'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import { createSecrets } from '../../../src/main/secrets/secrets.ts'
import { createVoices } from '../../../src/main/voices/voices.ts'
import type { FalVoices, Voices } from '../../../src/main/voices/voices.ts'
import { azureSpeechId, defaultVoicePreferences } from '../../../src/shared/speech/voices.ts'
import type { SpeakInput } from '../../../src/shared/speech/voices.ts'
import { startFakeVoices, toneWav } from '../../fakes/fakeVoices.ts'
import type { FakeVoices } from '../../fakes/fakeVoices.ts'

let server: FakeVoices
let folder: string
let voices: Voices

const withoutFal: FalVoices = {
  list: () => Promise.resolve([]),
  speak: () => Promise.reject(new Error('There is no fal')),
}

beforeEach(async () => {
  server = await startFakeVoices()
  folder = mkdtempSync(join(tmpdir(), 'parley-voices-'))
  const provider = createOpenAiCompatible({
    id: 'speaker',
    name: 'Speaker',
    baseUrl: `${server.origin}/v1`,
    key: 'sk-test',
    fetch,
    redact: (text) => text,
    maxRetries: 0,
  })
  voices = createVoices({
    cache: createAudioCache(folder),
    lookup: () => Promise.resolve(provider),
    providers: () => Promise.resolve([]),
    secrets: {
      get: () => Promise.resolve('azure-key'),
      getSoon: () => Promise.resolve('azure-key'),
      state: () => Promise.resolve({ source: 'keychain', boundTo: server.origin }),
      remove: () => Promise.resolve(),
      bindOld: () => undefined,
      redact: (text) => text,
    },
    preferences: () => ({ ...defaultVoicePreferences, azureRegion: 'westeurope' }),
    fal: withoutFal,
    fetch,
    azureBaseUrl: server.origin,
  })
})

afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const hosted = {
  family: 'openAi',
  providerId: 'speaker',
  modelId: 'gpt-4o-mini-tts',
  voice: 'alloy',
} as const

function input(text: string, voice: SpeakInput['voice'] = hosted): SpeakInput {
  return { text, voice, speed: 1.25, pitch: 10 }
}

test('a sentence is spoken by a hosted voice, once', async () => {
  const names = await Promise.all([voices.speak(input('Hello.')), voices.speak(input('Hello.'))])
  expect(names[0]).toBe(names[1])
  expect(await voices.speak(input('Hello.'))).toBe(names[0])
  expect(server.spoken).toEqual(['Hello.'])
  expect(server.complaints).toEqual([])
  expect(server.requests[0]?.body).toMatchObject({ voice: 'alloy', speed: 1.25 })
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-test')
  expect(await voices.read(names[0])).toEqual(toneWav(300))
})

test('another voice or speed is another sound', async () => {
  const first = await voices.speak(input('Hello.'))
  const other = await voices.speak({ ...input('Hello.'), speed: 1 })
  expect(other).not.toBe(first)
  expect(server.spoken).toHaveLength(2)
})

test('a failure is told, and the next attempt may succeed', async () => {
  server.behave(() => ({ status: 401, body: '{"error":{"message":"bad key"}}' }))
  await expect(voices.speak(input('Hello.'))).rejects.toMatchObject({ code: 'keyRefused' })
  server.behave(() => ({ status: 200, body: toneWav(100) }))
  expect(await voices.speak(input('Hello.'))).toMatch(/\.mp3$/)
})

test('an answer that is no sound is an error', async () => {
  server.behave(() => ({ status: 200, body: '' }))
  await expect(voices.speak(input('Hello.'))).rejects.toMatchObject({ code: 'malformedAnswer' })
})

test('a neural voice gets speech markup in which the text is only text', async () => {
  await voices.speak(input('A & B <break/> "c"', { family: 'neural', voice: 'de-DE-KatjaNeural' }))
  const [request] = server.requests
  expect(request?.headers['ocp-apim-subscription-key']).toBe('azure-key')
  expect(request?.text).toBe(
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="de-DE"><voice name="de-DE-KatjaNeural"><prosody rate="+25%" pitch="+10%">A &amp; B &lt;break/&gt; &quot;c&quot;</prosody></voice></speak>',
  )
})

test('a neural voice without a good key says so', async () => {
  server.behave(() => ({ status: 401, body: '' }))
  const voice = { family: 'neural', voice: 'de-DE-KatjaNeural' } as const
  await expect(voices.speak(input('Hallo.', voice))).rejects.toMatchObject({ code: 'keyRefused' })
})

test('a long error page of the neural voices counts as its status, and is not read to its end', async () => {
  server.behave(() => ({ status: 401, body: '<p>'.repeat(100_000) }))
  const voice = { family: 'neural', voice: 'de-DE-KatjaNeural' } as const
  await expect(voices.speak(input('Hallo.', voice))).rejects.toMatchObject({ code: 'keyRefused' })
})

test('a program on this machine speaks real sound, whatever the text looks like', async () => {
  const name = await voices.speak(input('--help -w /tmp/x', { family: 'program', voice: 'en-us' }))
  const sound = await voices.read(name)
  expect(sound?.toString('latin1', 0, 4)).toBe('RIFF')
  expect(sound?.length).toBeGreaterThan(20_000)
})

test('sentences become one file in their order', async () => {
  const voice = { family: 'program', voice: 'en-us' } as const
  const sentences = [input('One.', voice), input('Two, which is longer.', voice)]
  const { name, format } = await voices.join(sentences)
  const joined = await voices.read(name)
  const parts = await Promise.all(
    sentences.map(async (sentence) => voices.read(await voices.speak(sentence))),
  )
  expect(format).toBe('wav')
  const samples = parts.map((part) => part?.subarray(44) ?? Buffer.alloc(0))
  expect(joined?.subarray(44)).toEqual(Buffer.concat(samples))
  expect(joined?.readUInt32LE(4)).toBe((joined?.length ?? 0) - 8)
})

test('the lists hold all families, by language', async () => {
  const german = await voices.list('de-DE')
  expect(german.find(({ name }) => name === 'Katja')?.locale).toBe('de-DE')
  expect(german.some(({ reference }) => reference.family === 'program')).toBe(true)
  expect(german.every(({ locale }) => locale === null || locale.startsWith('de'))).toBe(true)
  const chinese = await voices.list('zh-CN')
  expect(chinese.find(({ name }) => name === '晓晓')).toBeDefined()
  expect(chinese.some(({ locale }) => locale?.startsWith('wuu'))).toBe(true)
})

test('no name leads out of the folder', async () => {
  expect(await voices.read('../settings.json')).toBeUndefined()
})

test('the key of Azure Speech is set for Microsoft alone, and is removed', async () => {
  const stored = new Map<string, string>()
  const keychain = createKeychain({
    load: () =>
      Promise.resolve({
        getPassword: (_service, account) => Promise.resolve(stored.get(account) ?? null),
        setPassword: (_service, account, text) => Promise.resolve(void stored.set(account, text)),
        deletePassword: (_service, account) => Promise.resolve(stored.delete(account)),
      }),
  })
  const secrets = createSecrets({ keychain, broadcast: () => undefined })
  const asked: string[] = []
  const azure = createVoices({
    cache: createAudioCache(folder),
    lookup: () => Promise.reject(new Error('Nobody')),
    providers: () => Promise.resolve([]),
    secrets,
    preferences: () => ({ ...defaultVoicePreferences, azureRegion: 'westeurope' }),
    fal: withoutFal,
    fetch: (address) => {
      asked.push(address instanceof Request ? address.url : String(address))
      return Promise.resolve(new Response('sound'))
    },
  })
  const handlers = createSecretsHandlers(secrets, azure)
  const id = { providerId: azureSpeechId, keyId: 'first' }
  const caller = { windowId: 1 }
  await handlers.set({ ...id, key: 'azure-key', sessionOnly: false }, caller)
  expect(await azure.azureKey()).toBe('keychain')
  await azure.speak(input('Hallo', { family: 'neural', voice: 'de-DE-KatjaNeural' }))
  expect(asked.map((address) => new URL(address).hostname)).toEqual([
    'westeurope.tts.speech.microsoft.com',
  ])
  await handlers.remove(id, caller)
  expect(await azure.azureKey()).toBe('none')
  expect([...stored]).toEqual([])
  const silent = azure.speak(input('Noch einmal', { family: 'neural', voice: 'de-DE-KatjaNeural' }))
  await expect(silent).rejects.toMatchObject({ code: 'keyMissing' })
})
