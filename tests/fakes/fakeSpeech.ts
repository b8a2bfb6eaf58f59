import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

/** A parsed request for a transcription. */
export interface SeenTranscription {
  path: string
  model: string
  language: string | null
  prompt: string | null
  keywords: string[]
  /** The length of the sound in samples at 16 kHz. */
  samples: number
  format: string | null
  /** The loudest sample, of 32,768. */
  loudest: number
}

export type SpeechBehaviour =
  | { kind: 'text'; text: string; milliseconds?: number }
  | { kind: 'status'; status: number; body: unknown }
  /** An answer of another form, such as events. */
  | { kind: 'body'; type: string; body: string }
  /** No answer until the client disconnects. */
  | { kind: 'hang' }

type Behave = (
  seen: SeenTranscription,
  number: number,
) => SpeechBehaviour | Promise<SpeechBehaviour>

export interface FakeSpeech extends FakeServer {
  /** The base URL with `/v1`. */
  baseUrl: string
  transcriptions: SeenTranscription[]
  /** Violations of the published API description or of the WAV format by requests. */
  violations: string[]
  /** Returns the largest number of concurrent requests. */
  mostAtOnce: () => number
  /** Changes the reaction to the next requests. `number` counts them from 1. */
  behave: (behave: Behave) => void
}

export interface FakeSpeechOptions {
  /** The required key; null accepts all requests. */
  key?: string | null
  models?: readonly string[]
  /** Identifies as whisper.cpp at `/`, without OpenAI's endpoints. */
  whisperCpp?: boolean
  port?: number
}

const schemaByPath: Readonly<Record<string, string>> = {
  '/v1/audio/transcriptions': 'CreateTranscriptionRequest',
  '/v1/audio/translations': 'CreateTranslationRequest',
}

const fieldsOfWhisperCpp = new Set([
  'file',
  'response_format',
  'language',
  'no_language_probabilities',
  'translate',
  'prompt',
])

/** Starts a transcription server with OpenAI's two endpoints or whisper.cpp's own. */
export async function startFakeSpeech({
  key = null,
  models = ['gpt-transcribe', 'whisper-1'],
  whisperCpp = false,
  port = 0,
}: FakeSpeechOptions = {}): Promise<FakeSpeech> {
  const validate = loadOpenAiSpec()
  const transcriptions: SeenTranscription[] = []
  const violations: string[] = []
  let atOnce = 0
  let mostAtOnce = 0
  let behave: Behave = (_seen, number) => ({ kind: 'text', text: `Sentence ${String(number)}.` })

  const server = await startFakeServer(async (seen, response) => {
    if (whisperCpp) response.setHeader('server', 'whisper.cpp')
    if (key !== null && seen.headers.authorization !== `Bearer ${key}`) {
      sendJson(response, 401, { error: { message: 'Incorrect API key provided.' } })
      return
    }
    if (seen.method === 'GET') {
      answerGet(seen, response)
      return
    }
    const isKnown = whisperCpp ? seen.path === '/inference' : seen.path in schemaByPath
    if (seen.method !== 'POST' || !isKnown) {
      sendJson(response, 404, { error: { message: `Unknown request URL: ${seen.path}` } })
      return
    }
    const { transcription, faults } = await understand(seen, validate)
    // Frees the sound, which would otherwise stay in the test's memory.
    seen.bytes = Buffer.alloc(0)
    seen.text = ''
    seen.body = undefined
    if (faults.length > 0) {
      violations.push(...faults)
      sendJson(response, 400, { error: { message: faults.join('; ') } })
      return
    }
    transcriptions.push(transcription)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await perform(await behave(transcription, transcriptions.length), seen, response)
    atOnce -= 1
  }, port)

  function answerGet(seen: SeenRequest, response: ServerResponse): void {
    if (whisperCpp && seen.path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html><head><title>Whisper.cpp Server</title></head></html>')
    } else if (!whisperCpp && seen.path === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'fake' }))
      sendJson(response, 200, { object: 'list', data })
    } else sendJson(response, 404, { error: { message: 'Not found' } })
  }

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    transcriptions,
    violations,
    mostAtOnce: () => mostAtOnce,
    behave(next) {
      behave = next
    },
  }
}

async function perform(
  behaviour: SpeechBehaviour,
  seen: SeenRequest,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.kind === 'hang') return seen.ended
  if (behaviour.kind === 'status') {
    sendJson(response, behaviour.status, behaviour.body)
    return
  }
  if (behaviour.kind === 'body') {
    response.writeHead(200, { 'content-type': behaviour.type })
    response.end(behaviour.body)
    return
  }
  if (behaviour.milliseconds !== undefined) await wait(behaviour.milliseconds)
  sendJson(response, 200, { text: behaviour.text })
}

async function understand(
  seen: SeenRequest,
  validate: ReturnType<typeof loadOpenAiSpec>,
): Promise<{ transcription: SeenTranscription; faults: string[] }> {
  const headers = { 'content-type': seen.headers['content-type'] ?? '' }
  const form = await new Response(seen.bytes, { headers }).formData()
  const textOf = (name: string): string | null => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const file = form.get('file')
  const wav = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
  const sound = wav.subarray(44)
  const transcription: SeenTranscription = {
    path: seen.path,
    model: textOf('model') ?? '',
    language: textOf('language'),
    prompt: textOf('prompt'),
    format: textOf('response_format'),
    keywords: form.getAll('keywords[]').map(String),
    samples: sound.length / 2,
    loudest: loudestOf(sound),
  }
  return { transcription, faults: [...faultsOf(seen.path, form, validate), ...wavFaults(wav)] }
}

function faultsOf(
  path: string,
  form: FormData,
  validate: ReturnType<typeof loadOpenAiSpec>,
): string[] {
  const schema = schemaByPath[path]
  const names = [...new Set(form.keys())]
  if (schema === undefined) {
    return names.filter((name) => !fieldsOfWhisperCpp.has(name)).map((name) => `No field ${name}`)
  }
  const body: Record<string, unknown> = Object.fromEntries(
    names.map((name): [string, unknown] => {
      const values = form.getAll(name).map((value) => (value instanceof File ? 'bytes' : value))
      return name.endsWith('[]') ? [name.slice(0, -2), values] : [name, values[0]]
    }),
  )
  return validate(schema, body)
}

function wavFaults(wav: Buffer): string[] {
  if (wav.length <= 44) return ['The file is empty']
  const head = [wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16)].join('')
  const isRight =
    head === 'RIFFWAVEfmt ' &&
    wav.readUInt32LE(4) === wav.length - 8 &&
    wav.readUInt32LE(40) === wav.length - 44 &&
    wav.readUInt32LE(24) === 16_000
  return isRight ? [] : ['The head of the WAV file is wrong']
}

function loudestOf(sound: Buffer): number {
  let loudest = 0
  for (let at = 0; at + 1 < sound.length; at += 2) {
    loudest = Math.max(loudest, Math.abs(sound.readInt16LE(at)))
  }
  return loudest
}
