import { startFakeServer } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

const sampleRate = 16_000

/** A tone as a WAV file: so many milliseconds of it. */
export function toneWav(milliseconds: number, hertz = 440): Buffer {
  const samples = Math.round((sampleRate * milliseconds) / 1000)
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    const value = Math.sin((2 * Math.PI * hertz * index) / sampleRate) * 8000
    file.writeInt16LE(Math.round(value), 44 + index * 2)
  }
  return file
}

export interface FakeVoices extends FakeServer {
  /** The texts that were spoken, in the order in which they were asked for. */
  spoken: string[]
  /** What is wrong with requests, by OpenAI's own description. */
  complaints: string[]
  /** Answers as this says; without it, with a tone of 300 ms. */
  behave: (answer: (request: SeenRequest) => { status: number; body: Buffer | string }) => void
}

/** A server with OpenAI's /audio/speech and Azure's /cognitiveservices/v1. */
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
