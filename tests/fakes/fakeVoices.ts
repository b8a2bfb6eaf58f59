import { wavHeader } from '../../src/main/speech/recordings/wav.ts'
import { bytesPerSample, sampleRate } from '../../src/shared/speech/audio.ts'
import { startFakeServer } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

/** Returns a tone of this length as a WAV file. */
export function toneWav(milliseconds: number, hertz = 440): Buffer {
  const samples = Math.round((sampleRate * milliseconds) / 1000)
  const sound = Buffer.alloc(samples * bytesPerSample)
  for (let index = 0; index < samples; index += 1) {
    const value = Math.sin((2 * Math.PI * hertz * index) / sampleRate) * 8000
    sound.writeInt16LE(Math.round(value), index * bytesPerSample)
  }
  return Buffer.concat([wavHeader(sound.length), sound])
}

export interface FakeVoices extends FakeServer {
  /** The synthesised texts, in the order of requests. */
  spoken: string[]
  /** Violations of OpenAI's API description by requests. */
  complaints: string[]
  /** Sets the answer; the default is a tone of 300 ms. */
  behave: (answer: (request: SeenRequest) => { status: number; body: Buffer | string }) => void
}

/** Starts a server with OpenAI's /audio/speech and Azure's /cognitiveservices/v1. */
export async function startFakeVoices(): Promise<FakeVoices> {
  const validate = loadOpenAiSpec()
  const spoken: string[] = []
  const complaints: string[] = []
  let answer = (_request: SeenRequest): { status: number; body: Buffer | string } => ({
    status: 200,
    body: toneWav(300),
  })
  const server = await startFakeServer((request, response) => {
    if (request.path === '/v1/models') {
      response.setHeader('content-type', 'application/json').end('{"data":[]}')
      return
    }
    if (request.path === '/v1/audio/speech') {
      complaints.push(...validate('CreateSpeechRequest', request.body))
      spoken.push(String((request.body as { input?: unknown }).input))
    } else if (request.path === '/cognitiveservices/v1') {
      spoken.push(/<prosody[^>]*>(.*)<\/prosody>/s.exec(request.text)?.[1] ?? '')
    } else {
      response.writeHead(404).end()
      return
    }
    const { status, body } = answer(request)
    const type = status === 200 ? 'audio/mpeg' : 'application/json'
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  return {
    ...server,
    spoken,
    complaints,
    behave: (next) => {
      answer = next
    },
  }
}
