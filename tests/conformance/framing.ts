import { EventStreamCodec } from '@smithy/core/event-streams'
import type { Recording, Service } from './recordings.ts'

/** A recorded answer in its server's format. */
export interface Framed {
  status: number
  contentType: string
  bytes: Uint8Array
}

export function frame({ service, answer }: Recording): Framed {
  if (answer.kind === 'whole') {
    const bytes = new TextEncoder().encode(answer.body)
    return { status: answer.status, contentType: 'application/json', bytes }
  }
  if (service === 'bedrock-converse') {
    const contentType = 'application/vnd.amazon.eventstream'
    return { status: 200, contentType, bytes: Buffer.concat(answer.events.map(toAwsMessage)) }
  }
  const stream = answer.events.map((event) => toServerSentEvent(service, event)).join('')
  const end = service === 'openai-chat' ? 'data: [DONE]\n\n' : ''
  const bytes = new TextEncoder().encode(stream + end)
  return { status: 200, contentType: 'text/event-stream; charset=utf-8', bytes }
}

/**
 * Returns a server-sent event. Chat Completions does not name its events; other services name them
 * by type.
 */
function toServerSentEvent(service: Service, event: string): string {
  if (service === 'openai-chat') return `data: ${event}\n\n`
  const parsed = JSON.parse(event) as { type?: unknown }
  const name = typeof parsed.type === 'string' ? `event: ${parsed.type}\n` : ''
  return `${name}data: ${event}\n\n`
}

const codec = new EventStreamCodec(
  (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  (text: string) => new TextEncoder().encode(text),
)

/** Returns an AWS message. A recorded event is an object with one field, named after its type. */
function toAwsMessage(event: string): Uint8Array {
  const [type, payload] = Object.entries(JSON.parse(event) as Record<string, unknown>)[0] ?? []
  if (type === undefined) throw new Error('A recorded event is empty')
  const isException = type.endsWith('Exception')
  const header = (value: string) => ({ type: 'string' as const, value })
  return codec.encode({
    headers: {
      [isException ? ':exception-type' : ':event-type']: header(type),
      ':content-type': header('application/json'),
      ':message-type': header(isException ? 'exception' : 'event'),
    },
    body: new TextEncoder().encode(JSON.stringify(payload)),
  })
}
