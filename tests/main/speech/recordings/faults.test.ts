import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ErrorCode } from '../../../../src/shared/errors.ts'
import { startFakeSpeech } from '../../../fakes/fakeSpeech.ts'
import { startFaultyServer } from '../../../fakes/faultyServer.ts'
import type { Misbehave } from '../../../fakes/faultyServer.ts'
import { openSpeech, record } from '../testSpeech.ts'

interface Fault {
  name: string
  codes: readonly ErrorCode[]
  misbehave: Misbehave
}

const json = { 'content-type': 'application/json' }

const faults: readonly Fault[] = [
  {
    name: 'a reset before the headers',
    codes: ['connectionFailed'],
    misbehave: ({ response }) => response.destroy(),
  },
  {
    name: 'silence before the headers',
    codes: ['timeout'],
    misbehave: () => undefined,
  },
  {
    name: 'silence in the middle',
    codes: ['timeout'],
    misbehave: ({ response, send }) => {
      response.writeHead(200, json)
      return send('{"text": "Hal')
    },
  },
  {
    name: 'an answer that is cut off',
    codes: ['connectionFailed', 'streamBroken', 'malformedAnswer'],
    misbehave: async ({ response, send }) => {
      response.writeHead(200, { ...json, 'content-length': '100' })
      await send('{"text": "Hal')
      await wait(20)
      response.destroy()
    },
  },
  ...(
    [
      [429, 'rateLimited'],
      [500, 'serverError'],
      [503, 'overloaded'],
      [413, 'contextTooLong'],
    ] as const
  ).map(([status, code]) => ({
    name: `status ${String(status)}`,
    codes: [code],
    misbehave: (({ response }) =>
      response.writeHead(status, json).end('{"error":{"message":"Not now"}}')) as Misbehave,
  })),
  {
    name: 'a page with a status of failure',
    codes: ['serverError', 'overloaded', 'notAnApi'],
    misbehave: ({ response }) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    },
  },
  {
    name: 'a page instead of an answer',
    codes: ['notAnApi'],
    misbehave: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>')
    },
  },
  {
    name: 'JSON of another kind',
    codes: ['malformedAnswer'],
    misbehave: ({ response }) => response.writeHead(200, json).end('{"result": "ok"}'),
  },
  {
    name: '200 MB of junk',
    codes: ['malformedAnswer'],
    misbehave: async ({ response, send }) => {
      response.writeHead(200, json)
      for (let sent = 0; sent < 200 * 1024 * 1024; sent += 65_536) {
        if (!(await send('x'.repeat(65_536)))) return
      }
      response.end()
    },
  },
]

const whisperCpp = { providerId: 'whispercpp', modelId: 'whisper' }
const openAi = { providerId: 'fake', modelId: 'whisper-1' }
const good = { providerId: 'good', modelId: 'whisper-1' }

// whisper.cpp's own time limit is five minutes: the abort of its signal stands for it.
const isSilence = ({ codes }: Fault): boolean => codes.includes('timeout')
const cases = [
  ...faults.map((fault) => ({ ...fault, engine: openAi, server: 'OpenAI' })),
  ...faults
    .filter((fault) => !isSilence(fault))
    .map((fault) => ({ ...fault, engine: whisperCpp, server: 'whisper.cpp' })),
]

test.each(cases)('$server: $name keeps the recording, and Retry works', async (fault) => {
  const faulty = await startFaultyServer(fault.misbehave)
  onTestFinished(() => faulty.close())
  const fake = await startFakeSpeech()
  onTestFinished(() => fake.close())
  const speech = openSpeech({
    providers: { fake: `${faulty.origin}/v1`, good: fake.baseUrl },
    preferences: {
      engine: fault.engine,
      servers: [{ id: 'whispercpp', baseUrl: faulty.origin, enabled: true }],
    },
    timeoutMilliseconds: 300,
  })
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  const failed = await speech.recordings.finish(recording.id, false)
  expect(failed).toMatchObject({ state: 'failed', text: '', samples })
  // The same status means something else for a chat.
  const codes = fault.name === 'status 413' ? ['recordingRefused'] : fault.codes
  expect(codes).toContain(failed.error?.code)
  expect(await speech.files.samples(recording.id)).toBe(samples)
  expect(faulty.sentBytes()).toBeLessThan(100 * 1024 * 1024)
  const done = await speech.recordings.transcribe(recording.id, good)
  expect(done).toMatchObject({ state: 'done', text: 'Sentence 1.', error: null, engine: good })
})

test.each([openAi, whisperCpp])('nothing listens for $modelId', async (engine) => {
  const gone = await startFaultyServer(() => undefined)
  await gone.close()
  const fake = await startFakeSpeech()
  onTestFinished(() => fake.close())
  const speech = openSpeech({
    providers: { fake: `${gone.origin}/v1`, good: fake.baseUrl },
    preferences: {
      engine,
      servers: [{ id: 'whispercpp', baseUrl: gone.origin, enabled: true }],
    },
  })
  const { recording, samples } = await record(speech, 1)
  await speech.recordings.mark(recording.id, 0, samples)
  expect(await speech.recordings.finish(recording.id, false)).toMatchObject({
    state: 'failed',
    error: { code: 'serverNotRunning' },
  })
  const done = await speech.recordings.transcribe(recording.id, good)
  expect(done.text).toBe('Sentence 1.')
})
