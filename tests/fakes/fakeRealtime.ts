import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'
import { openRealtimePeer } from './realtimePeer.ts'
import type { RealtimePeer } from './realtimePeer.ts'

interface SessionRequest {
  session: {
    model: string
    audio: { input: { transcription: object }; output: { voice: string } }
    tools?: { type: string; name: string }[]
  }
}

export interface FakeRealtime extends FakeServer {
  key: string
  peer: RealtimePeer
  /** Sends the caller an event that conforms to OpenAI's API description. */
  tell: (type: string, fields?: object) => Promise<void>
  sessions: SessionRequest['session'][]
  /** The number of offers that were answered. */
  answers: number
  /** Violations of the published API description by requests and events. */
  violations: string[]
  /** Refuses the next sessions. */
  refuse: (status: number, body: unknown) => void
}

const schemaByType: Readonly<Record<string, string>> = {
  'conversation.item.truncated': 'ConversationItemTruncated',
  'conversation.item.input_audio_transcription.completed':
    'ConversationItemInputAudioTranscriptionCompleted',
  'input_audio_buffer.committed': 'InputAudioBufferCommitted',
  'input_audio_buffer.speech_started': 'InputAudioBufferSpeechStarted',
  'input_audio_buffer.speech_stopped': 'InputAudioBufferSpeechStopped',
  'output_audio_buffer.started': 'OutputAudioBufferStarted',
  'output_audio_buffer.stopped': 'OutputAudioBufferStopped',
  'output_audio_buffer.cleared': 'OutputAudioBufferCleared',
  'response.output_item.added': 'ResponseOutputItemAdded',
  'response.output_item.done': 'ResponseOutputItemDone',
  'response.output_audio_transcript.delta': 'ResponseAudioTranscriptDelta',
  'response.output_audio_transcript.done': 'ResponseAudioTranscriptDone',
  'response.created': 'ResponseCreated',
  'response.done': 'ResponseDone',
  'response.function_call_arguments.done': 'ResponseFunctionCallArgumentsDone',
  'session.created': 'SessionCreated',
  error: 'Error',
}

/** Starts OpenAI's realtime API, with a Chromium page as the remote peer. */
export async function startFakeRealtime(key = 'sk-fake-parley'): Promise<FakeRealtime> {
  const validate = loadOpenAiSpec()
  const peer = await openRealtimePeer()
  const sessions: SessionRequest['session'][] = []
  const violations: string[] = []
  const tokens = new Set<string>()
  let refusal: { status: number; body: unknown } | undefined
  let answers = 0

  function createSession({ headers, body }: SeenRequest, response: ServerResponse): void {
    if (headers.authorization !== `Bearer ${key}`) return refuseKey(response)
    if (refusal) return sendJson(response, refusal.status, refusal.body)
    violations.push(...validate('RealtimeCreateClientSecretRequest', body))
    const { session } = body as SessionRequest
    sessions.push(session)
    const value = `ek_${randomUUID()}`
    tokens.add(value)
    const answer = { value, expires_at: Math.floor(Date.now() / 1000) + 60, session }
    sendJson(response, 200, answer)
  }

  async function takeOffer({ headers, text }: SeenRequest, response: ServerResponse) {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    if (!tokens.has(token)) return refuseKey(response)
    if (headers['content-type'] !== 'application/sdp' || !text.startsWith('v=0')) {
      violations.push('The offer is no session description')
    }
    const answer = await peer.answer(text)
    answers += 1
    response.writeHead(201, {
      'content-type': 'application/sdp',
      location: '/v1/realtime/calls/rtc_fake',
    })
    response.end(answer)
  }

  const server = await startFakeServer(async (seen, response) => {
    const route = `${seen.method} ${seen.path}`
    if (route === 'GET /v1/models') {
      const ids = ['gpt-realtime-2.1', 'gpt-realtime-whisper', 'gpt-5.5']
      const data = ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'fake' }))
      sendJson(response, 200, { object: 'list', data })
    } else if (route === 'POST /v1/realtime/client_secrets') createSession(seen, response)
    else if (route === 'POST /v1/realtime/calls') await takeOffer(seen, response)
    else sendJson(response, 404, { error: { message: `Unknown request URL: ${seen.path}` } })
  })

  return {
    ...server,
    key,
    peer,
    sessions,
    violations,
    get answers() {
      return answers
    },
    refuse(status, body) {
      refusal = { status, body }
    },
    async tell(type, fields = {}) {
      const event = { event_id: `event_${randomUUID()}`, type, ...fields }
      const schema = schemaByType[type]
      if (!schema) throw new Error(`The fake does not know ${type}`)
      violations.push(...validate(`RealtimeServerEvent${schema}`, event))
      await peer.send(event)
    },
    async close() {
      await peer.close()
      await server.close()
    },
  }
}

function refuseKey(response: ServerResponse): void {
  sendJson(response, 401, {
    error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' },
  })
}
