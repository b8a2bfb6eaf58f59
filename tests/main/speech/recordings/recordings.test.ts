import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleRate } from '../../../../src/shared/speech/audio.ts'
import type { ModelReference } from '../../../../src/shared/models.ts'
import type { Recording } from '../../../../src/shared/speech/speech.ts'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import type { FakeSpeechOptions } from '../../../fakes/fakeSpeech.ts'
import { openSpeech, record, sound } from '../testSpeech.ts'
import type { TestSpeechOptions } from '../testSpeech.ts'

async function open(options: TestSpeechOptions = {}, fakeOptions: FakeSpeechOptions = {}) {
  const fake = await startFakeSpeech(fakeOptions)
  onTestFinished(() => fake.close())
  const speech = openSpeech({ ...options, providers: { fake: fake.baseUrl } })
  return { fake, speech }
}

test('what is marked is transcribed while the speaker goes on, in its order', async () => {
  const { fake, speech } = await open()
  const { recordings, events } = speech
  fake.behave(({ samples }) => ({
    kind: 'text',
    text: samples === sampleRate ? 'First.' : 'Second.',
    // The first answer arrives last.
    milliseconds: samples === sampleRate ? 120 : 0,
  }))
  const { recording, samples } = await record(speech, 5)
  await recordings.mark(recording.id, 0, sampleRate)
  await recordings.mark(recording.id, 2 * sampleRate, samples)
  const done = await recordings.finish(recording.id, false)
  expect(done).toMatchObject({ state: 'done', text: 'First. Second.', samples, error: null })
  expect(done.engine).toEqual({ providerId: 'fake', modelId: 'gpt-transcribe' })
  const sent = new Set(fake.transcriptions.map((seen) => seen.samples))
  expect(sent).toEqual(new Set([sampleRate, 3 * sampleRate]))
  expect(fake.violations).toEqual([])
  // No shown text had to move later.
  const texts = events.map(({ payload }) => (payload as Recording).text)
  expect(texts.every((text) => 'First. Second.'.startsWith(text))).toBe(true)
  expect(recordings.get(recording.id)).toEqual(done)
})

test('no more than two segments are asked for at once', async () => {
  const { fake, speech } = await open()
  fake.behave((_seen, number) => ({ kind: 'text', text: String(number), milliseconds: 20 }))
  const { recording } = await record(speech, 8)
  for (let second = 0; second < 8; second += 1) {
    await speech.recordings.mark(recording.id, second * sampleRate, (second + 1) * sampleRate)
  }
  const { text } = await speech.recordings.finish(recording.id, false)
  expect(text.split(' ')).toHaveLength(8)
  expect(fake.mostAtOnce()).toBe(2)
})

test('a phrase for silence is dropped where the sound is quiet, and kept where it is loud', async () => {
  const { fake, speech } = await open()
  const { recordings } = speech
  fake.behave(() => ({ kind: 'text', text: 'Thank you for watching!' }))
  for (const [loudness, text] of [
    [0.003, ''],
    [0.3, 'Thank you for watching!'],
  ] as const) {
    const { id } = await recordings.begin({ purpose: 'dictation' })
    await recordings.append(id, 0, sound(3, loudness))
    await recordings.mark(id, 0, 3 * sampleRate)
    expect(await recordings.finish(id, false)).toMatchObject({ state: 'done', text })
  }
})

test('silence is never sent, and gives no text', async () => {
  const { fake, speech } = await open()
  const { recordings } = speech
  for (const unmarked of [false, true]) {
    const { id } = await recordings.begin({ purpose: 'dictation' })
    await recordings.append(id, 0, sound(3, 0))
    expect(await recordings.finish(id, unmarked)).toMatchObject({ state: 'done', text: '' })
  }
  expect(fake.transcriptions).toEqual([])
})

test('what nobody has marked is cut at its pauses', async () => {
  const { fake, speech } = await open()
  const { recordings } = speech
  const { id } = await recordings.begin({ purpose: 'dictation' })
  fake.behave(({ samples }) => ({ kind: 'text', text: `${String(samples / sampleRate)} s` }))
  let offset = 0
  for (const [seconds, loudness] of [
    [1, 0],
    [2, 0.3],
    [2, 0],
    [1, 0.3],
  ] as const) {
    await recordings.append(id, offset, sound(seconds, loudness))
    offset += seconds * sampleRate
  }
  // With a quarter of a second around each.
  expect(await recordings.finish(id, true)).toMatchObject({ text: '2.5 s 1.25 s' })
})

test('a piece that comes twice is written once, and one with a gap before it is refused', async () => {
  const { speech } = await open()
  const { recordings, files } = speech
  const { id } = await recordings.begin({ purpose: 'voiceInput' })
  const piece = sound(0.1)
  await Promise.all([recordings.append(id, 0, piece), recordings.append(id, 1600, piece)])
  await recordings.append(id, 800, piece)
  expect(await files.samples(id)).toBe(3200)
  await expect(recordings.append(id, 4000, piece)).rejects.toMatchObject({ code: 'badInput' })
  await recordings.append(id, 3200, piece)
  expect(await files.samples(id)).toBe(4800)
})

test('marks may overlap by their padding, and reach beyond the end', async () => {
  const { fake, speech } = await open()
  const { recording, samples } = await record(speech, 2)
  await speech.recordings.mark(recording.id, 0, sampleRate)
  await speech.recordings.mark(recording.id, sampleRate - 4000, samples + 4000)
  await speech.recordings.finish(recording.id, false)
  expect(fake.transcriptions.map((seen) => seen.samples)).toEqual([sampleRate, sampleRate])
  const { recording: other } = await record(speech, 1)
  await expect(
    speech.recordings.mark(other.id, 2 * sampleRate, 3 * sampleRate),
  ).rejects.toMatchObject({ code: 'badInput' })
})

test('a segment that failed is tried again when the speaker stops', async () => {
  const { fake, speech } = await open()
  fake.behave((_seen, number) =>
    number === 1
      ? { kind: 'status', status: 500, body: { error: { message: 'No' } } }
      : { kind: 'text', text: 'Here.' },
  )
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  await vi.waitFor(() => {
    expect(fake.transcriptions).toHaveLength(1)
  })
  await wait(50)
  const done = await speech.recordings.finish(recording.id, false)
  expect(done).toMatchObject({ state: 'done', text: 'Here.' })
})

test('a recording that failed can be transcribed by another engine', async () => {
  const { fake, speech } = await open()
  fake.behave(({ model }) =>
    model === 'whisper-1'
      ? { kind: 'text', text: 'Heard.' }
      : { kind: 'status', status: 401, body: { error: { message: 'Incorrect API key' } } },
  )
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  const failed = await speech.recordings.finish(recording.id, false)
  expect(failed).toMatchObject({ state: 'failed', text: '', error: { code: 'keyRefused' } })
  const engine = { providerId: 'fake', modelId: 'whisper-1' }
  const done = await speech.recordings.transcribe(recording.id, engine)
  expect(done).toMatchObject({ state: 'done', text: 'Heard.', engine, error: null })
})

test('without an engine none begins, and the reason is told', async () => {
  const nothingListens = 'http://127.0.0.1:9'
  const { speech } = await open({
    preferences: {
      engine: null,
      servers: [
        { id: 'whispercpp', baseUrl: nothingListens, enabled: true },
        { id: 'speaches', baseUrl: nothingListens, enabled: false },
      ],
    },
  })
  const begin = (engine?: ModelReference) =>
    speech.recordings.begin({ purpose: 'dictation', engine })
  await expect(begin()).rejects.toMatchObject({ code: 'speechEngineMissing' })
  await expect(begin({ providerId: 'removed', modelId: 'whisper-1' })).rejects.toMatchObject({
    code: 'speechEngineUnusable',
    details: { model: 'whisper-1' },
  })
  expect(await speech.files.list()).toEqual([])
})

test('a cancelled recording leaves nothing, and its request is stopped', async () => {
  const { fake, speech } = await open()
  fake.behave(() => ({ kind: 'hang' }))
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  await vi.waitFor(() => {
    expect(fake.transcriptions).toHaveLength(1)
  })
  const finished = speech.recordings.finish(recording.id, false)
  const refused = expect(finished).rejects.toMatchObject({ code: 'aborted' })
  await speech.recordings.remove(recording.id)
  await refused
  await fake.requests.at(-1)?.ended
  expect(fake.requests.at(-1)?.closedEarly).toBe(true)
  expect(() => speech.recordings.get(recording.id)).toThrow('no such recording')
  expect(await speech.files.list()).toEqual([])
  await expect(speech.recordings.append(recording.id, samples, sound(0.1))).rejects.toMatchObject({
    code: 'recordingMissing',
  })
})

test('what still runs is interrupted when Parley is closed, and can be transcribed later', async () => {
  const { fake, speech } = await open()
  const { recording, samples } = await record(speech, 3)
  speech.shut()
  const again = openSpeech({ folder: speech.folder, providers: { fake: fake.baseUrl } })
  const [found] = await again.recordings.list({ before: null, limit: 10 })
  expect(found).toMatchObject({ id: recording.id, state: 'interrupted', samples, text: '' })
  const done = await again.recordings.transcribe(recording.id, undefined)
  expect(done).toMatchObject({ state: 'done', text: 'Sentence 1.' })
})

test('a window that went away leaves its recording interrupted', async () => {
  // Longer than a busy machine takes from the beginning of a recording to its sound.
  const { speech } = await open({ silenceMilliseconds: 1000 })
  const { recording, samples } = await record(speech, 1)
  await vi.waitFor(
    () =>
      expect(speech.recordings.get(recording.id)).toMatchObject({ state: 'interrupted', samples }),
    { timeout: 20_000 },
  )
})

test('the history keeps as many as the user wants, and as long', async () => {
  let now = Date.UTC(2026, 0, 1)
  const { speech } = await open({
    now: () => now,
    graceMilliseconds: 0,
    preferences: { historyCount: 2, historyDays: 10 },
  })
  const { recordings } = speech
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { recording } = await record(speech, 0.1)
    await recordings.finish(recording.id, false)
    ids.unshift(recording.id)
  }
  const listed = async (): Promise<string[]> =>
    (await recordings.list({ before: null, limit: 10 })).map(({ id }) => id)
  await vi.waitFor(async () => {
    expect(await listed()).toEqual(ids.slice(0, 2))
  })
  expect((await recordings.list({ before: ids[0] ?? '', limit: 10 })).map(({ id }) => id)).toEqual([
    ids[1],
  ])
  now += 11 * 24 * 3600_000
  const { recording } = await record(speech, 0.1)
  await recordings.finish(recording.id, false)
  await vi.waitFor(async () => {
    expect(await listed()).toEqual([recording.id])
  })
  await recordings.clear()
  expect(await listed()).toEqual([])
  expect(await speech.files.list()).toEqual([])
})

test('without a history only what has failed stays', async () => {
  const { fake, speech } = await open({ graceMilliseconds: 0, preferences: { historyDays: 0 } })
  const { recordings } = speech
  fake.behave((_seen, number) =>
    number === 1
      ? { kind: 'status', status: 400, body: { error: { message: 'No' } } }
      : { kind: 'text', text: 'Here.' },
  )
  const { recording: failing, samples } = await record(speech, 1)
  await recordings.mark(failing.id, 0, samples)
  expect(await recordings.finish(failing.id, false)).toMatchObject({ state: 'failed' })
  const { recording } = await record(speech, 1)
  await recordings.mark(recording.id, 0, samples)
  expect(await recordings.finish(recording.id, false)).toMatchObject({ text: 'Here.' })
  await vi.waitFor(async () => {
    expect(await speech.files.list()).toEqual([failing.id])
  })
  expect(await recordings.transcribe(failing.id, undefined)).toMatchObject({ text: 'Here.' })
  await vi.waitFor(async () => {
    expect(await speech.files.list()).toEqual([])
  })
})

test('the final text is kept beside what was said', async () => {
  const { speech } = await open()
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  await speech.recordings.finish(recording.id, false)
  speech.recordings.setFinalText(recording.id, 'A cleaner sentence.')
  expect(speech.recordings.get(recording.id)).toMatchObject({
    text: 'Sentence 1.',
    finalText: 'A cleaner sentence.',
  })
})

test('the language, the words and the replacements of the vocabulary are used', async () => {
  const { fake, speech } = await open({ preferences: { language: 'de-DE' } })
  const { handlers, recordings } = speech
  await handlers.importWords(
    { text: 'Parley\nparlee => Parley', language: 'de-DE' },
    { windowId: 1 },
  )
  fake.behave(() => ({ kind: 'text', text: 'Das ist Parlee.' }))
  const { recording, samples } = await record(speech, 1)
  await recordings.mark(recording.id, 0, samples)
  expect((await recordings.finish(recording.id, false)).text).toBe('Das ist Parley.')
  expect(fake.transcriptions[0]).toMatchObject({ language: 'de', keywords: ['Parley'] })
})

test('twenty minutes are cut and sent without being in memory at once', async () => {
  const { fake, speech } = await open()
  const { recordings } = speech
  const { id } = await recordings.begin({ purpose: 'voiceInput' })
  const seconds = 1200
  const piece = sound(10)
  for (let start = 0; start < seconds; start += 10) {
    await recordings.append(id, start * sampleRate, piece)
  }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collectGarbage = (): void => {
    // Objects held only by a finalizer go at the second collection.
    collect()
    collect()
  }
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  fake.behave((_seen, number) => {
    if (number % 10 === 0) {
      collectGarbage()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    return { kind: 'text', text: 'x' }
  })
  const { text } = await recordings.finish(id, true)
  expect(text.split(' ').length).toBeGreaterThan(seconds / 26)
  expect(fake.transcriptions.every(({ samples }) => samples <= 25 * sampleRate)).toBe(true)
  expect(fake.transcriptions.reduce((sum, { samples }) => sum + samples, 0)).toBe(
    seconds * sampleRate,
  )
  // Half of what its samples take.
  expect(most).toBeLessThan(seconds * sampleRate)
})

test('an engine that turns out to be missing later is told, without a word said as well', async () => {
  // Accepts the connection and never answers, so that the look-up outlasts the begin.
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => silent.closeAllConnections())
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${String(port)}`
  const speech = openSpeech({
    preferences: { engine: null, servers: [{ id: 'whispercpp', baseUrl, enabled: true }] },
  })
  const { recording } = await record(speech, 1)
  const told = (): unknown[] =>
    speech.events.map(({ payload }) => (payload as Recording).error?.code)
  await expect.poll(told).toContain('speechEngineMissing')
  expect(speech.recordings.get(recording.id).state).toBe('recording')
  expect(await speech.recordings.finish(recording.id, false)).toMatchObject({
    state: 'failed',
    error: { code: 'speechEngineMissing' },
  })
  expect(await speech.recordings.list({ before: null, limit: 10 })).toEqual([])
})

test('the recordings have a space of their own, and none begins where it is taken', async () => {
  const speech = openSpeech({ maxSamples: 2 * sampleRate })
  const { recording } = await record(speech, 3)
  await speech.recordings.finish(recording.id, false)
  const another = () => speech.recordings.begin({ purpose: 'dictation' })
  await expect(another()).rejects.toMatchObject({ code: 'recordingsFull' })
  await speech.recordings.remove(recording.id)
  expect((await another()).state).toBe('recording')
})
