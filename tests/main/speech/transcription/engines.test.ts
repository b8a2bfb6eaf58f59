import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createModelLists } from '../../../../src/main/providers/models/modelLists.ts'
import type { Provider, ProviderLookup } from '../../../../src/main/providers/provider.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { wavHeader } from '../../../../src/main/speech/recordings/wav.ts'
import { createEngines } from '../../../../src/main/speech/transcription/engines.ts'
import type { ProviderConfig, ProviderState } from '../../../../src/shared/providers.ts'
import type { SpeechServer } from '../../../../src/shared/speech/speech.ts'
import { startFakeLocalServer } from '../../../fakes/fakeLocalServer.ts'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import type { FakeSpeechOptions } from '../../../fakes/fakeSpeech.ts'
import { providerState, sound } from '../testSpeech.ts'

const nobody = 'http://127.0.0.1:9'
const never = new AbortController().signal

async function fakeSpeech(options?: FakeSpeechOptions) {
  const fake = await startFakeSpeech(options)
  onTestFinished(() => fake.close())
  return fake
}

function wavOf(seconds: number): Uint8Array<ArrayBuffer> {
  const pcm = sound(seconds)
  return new Uint8Array(Buffer.concat([wavHeader(pcm.length), pcm]))
}

const openAi: ProviderState = { ...providerState('openai'), presetId: 'openai', name: 'OpenAI' }

function open(addresses: { openai?: string; whispercpp?: string; speaches?: string }) {
  const states: ProviderState[] = addresses.openai ? [{ ...openAi, baseUrl: addresses.openai }] : []
  const servers: SpeechServer[] = [
    { id: 'whispercpp', baseUrl: addresses.whispercpp ?? nobody, enabled: true },
    { id: 'speaches', baseUrl: addresses.speaches ?? `${nobody}/v1`, enabled: true },
  ]
  const fetch = createTransport()
  const redact = (text: string): string => text
  const provider = ({ id }: Pick<ProviderConfig, 'id'>): Provider =>
    createOpenAiCompatible({
      id,
      name: id,
      baseUrl: addresses.openai ?? '',
      key: null,
      fetch,
      redact,
    })
  const lookup: ProviderLookup = async (id) => provider({ id })
  const lists = createModelLists({
    first: () => Promise.reject(new Error('Nobody typed a model')),
    open: provider,
    fingerprint: async () => 'same',
    waitMilliseconds: 4000,
    onLate: () => {},
    withOwnPrice: (model) => model,
    tuned: () => [],
  })
  const events: string[] = []
  const engines = createEngines({
    providers: async () => states,
    models: async (refresh) => (await lists.ofAll(states, 'transcribe', refresh)).models,
    lookup,
    fetch,
    redact,
    servers: () => servers,
    broadcast: (name) => events.push(name),
  })
  return { engines, states, servers, events }
}

const request = {
  wav: wavOf(1),
  locale: 'fr-FR',
  task: 'transcribe',
  words: ['Parley'],
  quiet: false,
} as const

test('servers on this machine are found and come before hosted ones', async () => {
  const hosted = await fakeSpeech({
    models: [
      'gpt-9',
      'whisper-1',
      'tts-1',
      'gpt-4o-mini-transcribe',
      'gpt-transcribe',
      'gpt-realtime',
    ],
  })
  const whisperCpp = await fakeSpeech({ whisperCpp: true })
  const speaches = await fakeSpeech({
    models: ['Systran/faster-whisper-small', 'hexgrad/Kokoro-82M'],
  })
  const { engines, states, events } = open({
    openai: hosted.baseUrl,
    whispercpp: whisperCpp.origin,
    speaches: speaches.baseUrl,
  })
  const found = await engines.list(false)
  expect(found.map(({ providerId, modelId }) => `${providerId} ${modelId}`)).toEqual([
    'whispercpp whisper',
    'speaches Systran/faster-whisper-small',
    'openai gpt-transcribe',
    'openai gpt-4o-mini-transcribe',
    'openai whisper-1',
  ])
  expect(found.filter(({ translates }) => translates).map(({ modelId }) => modelId)).toEqual([
    'whisper',
    'Systran/faster-whisper-small',
    'whisper-1',
  ])
  expect(await engines.choose(null)).toMatchObject({ providerId: 'whispercpp' })
  await whisperCpp.close()
  states.splice(0)
  const left = await engines.list(true)
  expect(left.map(({ providerId }) => providerId)).toEqual(['speaches'])
  expect(events).toEqual(['enginesChanged'])
})

test('another server on the port of whisper.cpp is not taken for it', async () => {
  const llama = await startFakeLocalServer('llamacpp')
  onTestFinished(() => llama.close())
  const { engines } = open({ whispercpp: llama.origin })
  expect(await engines.list(false)).toEqual([])
  await expect(engines.choose(null)).rejects.toMatchObject({ code: 'speechEngineMissing' })
})

test('an engine is no problem where its provider or server can be asked now', async () => {
  const fake = await fakeSpeech()
  const whisperCpp = await fakeSpeech({ whisperCpp: true })
  const { engines, states } = open({ openai: fake.baseUrl, whispercpp: whisperCpp.origin })
  const hosted = { providerId: 'openai', modelId: 'not-in-its-list' }
  const local = { providerId: 'whispercpp', modelId: 'whisper' }
  const ofHosted = { reason: 'engineUnusable', subject: 'not-in-its-list' }
  expect(await engines.problem(hosted)).toBeNull()
  expect(await engines.problem(local)).toBeNull()
  expect(await engines.problem(null)).toBeNull()
  states.splice(0, 1, { ...openAi, baseUrl: fake.baseUrl, keySource: 'none' })
  expect(await engines.problem(hosted)).toEqual(ofHosted)
  await expect(engines.choose(hosted)).rejects.toMatchObject({ code: 'speechEngineUnusable' })
  states.splice(0)
  expect(await engines.problem(hosted)).toEqual(ofHosted)
  await whisperCpp.close()
  await engines.list(true)
  expect(await engines.problem(local)).toEqual({ reason: 'engineUnusable', subject: 'whisper' })
  expect(await engines.problem(null)).toEqual({ reason: 'engineMissing' })
})

test('words go as the model takes them, and the language with them', async () => {
  const fake = await fakeSpeech()
  const { engines } = open({ openai: fake.baseUrl })
  const ask = (modelId: string) =>
    engines.transcribe({ providerId: 'openai', modelId }, request, never)
  expect(await ask('gpt-transcribe')).toBe('Sentence 1.')
  expect(await ask('whisper-1')).toBe('Sentence 2.')
  expect(fake.transcriptions).toMatchObject([
    { path: '/v1/audio/transcriptions', language: 'fr', keywords: ['Parley'], prompt: null },
    { path: '/v1/audio/transcriptions', language: 'fr', keywords: [], prompt: 'Parley.' },
  ])
  expect(fake.violations).toEqual([])
})

test('Chinese is asked for in the script of its locale', async () => {
  const fake = await fakeSpeech()
  const { engines } = open({ openai: fake.baseUrl })
  const whisper = { providerId: 'openai', modelId: 'whisper-1' }
  await engines.transcribe(whisper, { ...request, locale: 'zh-TW', words: ['帕里'] }, never)
  expect(fake.transcriptions[0]).toMatchObject({
    language: 'zh',
    prompt: '以下是普通話的句子。 帕里.',
  })
})

test('a translation goes to its own endpoint, and only to what can translate', async () => {
  const fake = await fakeSpeech()
  const { engines } = open({ openai: fake.baseUrl })
  const translation = { ...request, task: 'translate' } as const
  await engines.transcribe({ providerId: 'openai', modelId: 'whisper-1' }, translation, never)
  expect(fake.transcriptions[0]).toMatchObject({ path: '/v1/audio/translations', language: null })
  expect(fake.violations).toEqual([])
  await expect(
    engines.transcribe({ providerId: 'openai', modelId: 'gpt-transcribe' }, translation, never),
  ).rejects.toMatchObject({ code: 'notSupported' })
})

test("whisper.cpp's own endpoint takes language, prompt and translation", async () => {
  const fake = await fakeSpeech({ whisperCpp: true })
  fake.behave(() => ({ kind: 'text', text: ' [BLANK_AUDIO]\n' }))
  const { engines } = open({ whispercpp: fake.origin })
  const whisper = { providerId: 'whispercpp', modelId: 'whisper' }
  expect(await engines.transcribe(whisper, { ...request, locale: null }, never)).toBe('')
  expect(fake.transcriptions[0]).toMatchObject({ language: 'auto', prompt: 'Parley.' })
  fake.behave(() => ({ kind: 'status', status: 200, body: { error: 'failed to process audio' } }))
  await expect(engines.transcribe(whisper, request, never)).rejects.toMatchObject({
    code: 'serverError',
  })
  fake.behave(() => ({ kind: 'status', status: 503, body: { status: 'loading model' } }))
  await expect(engines.transcribe(whisper, request, never)).rejects.toMatchObject({
    code: 'modelLoading',
  })
  fake.behave(() => ({ kind: 'hang' }))
  const stop = new AbortController()
  const stopped = engines.transcribe(whisper, request, stop.signal)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
})

/** A whole answer of a service to a tone, in which nobody spoke. */
const silence = readFileSync(
  join(import.meta.dirname, '../../../fakes/whisperSilence.json'),
  'utf8',
)

test('what Whisper writes for silence is dropped, unless the service heard speech', async () => {
  const fake = await fakeSpeech()
  const whisperCpp = await fakeSpeech({ whisperCpp: true })
  const { engines } = open({ openai: fake.baseUrl, whispercpp: whisperCpp.origin })
  for (const [service, providerId, modelId] of [
    [fake, 'openai', 'whisper-1'],
    [whisperCpp, 'whispercpp', 'whisper'],
  ] as const) {
    const ask = (body: string): Promise<string> => {
      service.behave(() => ({ kind: 'body', type: 'application/json', body }))
      return engines.transcribe({ providerId, modelId }, request, never)
    }
    expect(await ask(silence)).toBe('')
    expect(await ask(silence.replace('0.86', '0.05'))).toBe('Thank you for watching!')
    expect(service.transcriptions.map(({ format }) => format)).toEqual([
      'verbose_json',
      'verbose_json',
    ])
    expect(service.violations).toEqual([])
  }
})

test('a service that refuses the long format is asked for the short one', async () => {
  const fake = await fakeSpeech()
  const { engines } = open({ openai: fake.baseUrl })
  fake.behave(({ format }) =>
    format === 'json'
      ? { kind: 'text', text: 'Hello.' }
      : {
          kind: 'status',
          status: 400,
          body: { error: { message: 'response_format must be json', param: 'response_format' } },
        },
  )
  const whisper = { providerId: 'openai', modelId: 'whisper-1' }
  expect(await engines.transcribe(whisper, request, never)).toBe('Hello.')
  expect(fake.transcriptions.map(({ format }) => format)).toEqual(['verbose_json', 'json'])
})

test('a transcript that streams is read to its end', async () => {
  const fake = await fakeSpeech()
  const { engines } = open({ openai: fake.baseUrl })
  const events = (...data: readonly (object | string)[]): string =>
    data
      .map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
      .join('')
  const ask = (body: string): Promise<string> => {
    fake.behave(() => ({ kind: 'body', type: 'text/event-stream', body }))
    const engine = { providerId: 'openai', modelId: 'gpt-transcribe' }
    return engines.transcribe(engine, request, never)
  }
  const hello = { type: 'transcript.text.delta', delta: 'Hello' }
  const you = { type: 'transcript.text.delta', delta: ' you.' }
  const done = { type: 'transcript.text.done', text: 'Hello, you.' }
  expect(await ask(events(hello, you, done))).toBe('Hello, you.')
  expect(await ask(events(hello, you, '[DONE]'))).toBe('Hello you.')
  expect(await ask(events({ text: 'Hello' }, { text: 'you.' }))).toBe('Hello you.')
  await expect(ask(events(hello, you))).rejects.toMatchObject({ code: 'streamBroken' })
  await expect(ask(events(hello, { error: { message: 'busy' } }))).rejects.toMatchObject({
    code: 'serverError',
  })
})

test('a service that takes no file of this size is told apart from a chat that is too long', async () => {
  const fake = await fakeSpeech()
  const whisperCpp = await fakeSpeech({ whisperCpp: true })
  const { engines } = open({ openai: fake.baseUrl, whispercpp: whisperCpp.origin })
  for (const [service, providerId, modelId] of [
    [fake, 'openai', 'gpt-transcribe'],
    [whisperCpp, 'whispercpp', 'whisper'],
  ] as const) {
    service.behave(() => ({ kind: 'status', status: 413, body: { error: { message: 'large' } } }))
    await expect(engines.transcribe({ providerId, modelId }, request, never)).rejects.toMatchObject(
      { code: 'recordingRefused', details: { status: 413 } },
    )
  }
})
