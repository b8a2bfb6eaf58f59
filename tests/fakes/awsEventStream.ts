import { EventStreamCodec } from '@smithy/core/event-streams'
import { fromUtf8, toUtf8 } from '@smithy/core/serde'

const codec = new EventStreamCodec(toUtf8, fromUtf8)

/** Returns an event, or an exception in the middle of a stream, in AWS's framing. */
export function frameEvent(
  type: string,
  payload: unknown,
  kind: 'event' | 'exception' = 'event',
): Uint8Array {
  return codec.encode({
    headers: {
      [`:${kind}-type`]: { type: 'string', value: type },
      ':content-type': { type: 'string', value: 'application/json' },
      ':message-type': { type: 'string', value: kind },
    },
    body: new TextEncoder().encode(JSON.stringify(payload)),
  })
}

/** Returns an error of the stream itself. */
export function frameError(code: string, message: string): Uint8Array {
  return codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'error' },
      ':error-code': { type: 'string', value: code },
      ':error-message': { type: 'string', value: message },
    },
    body: new Uint8Array(),
  })
}

/** Returns an event of InvokeModelWithResponseStream, which wraps the model's own event. */
export function frameChunk(json: unknown): Uint8Array {
  return frameEvent('chunk', { bytes: Buffer.from(JSON.stringify(json)).toString('base64') })
}

/** Returns a complete text answer of ConverseStream. */
export function frameAnswer(text: string, stopReason = 'end_turn'): Uint8Array[] {
  const contentBlockIndex = 0
  const pieces = text.match(/.{1,12}/gsu) ?? []
  return [
    frameEvent('messageStart', { role: 'assistant' }),
    ...pieces.map((piece) =>
      frameEvent('contentBlockDelta', { contentBlockIndex, delta: { text: piece } }),
    ),
    frameEvent('contentBlockStop', { contentBlockIndex }),
    frameEvent('messageStop', { stopReason }),
    frameEvent('metadata', {
      usage: { inputTokens: 7, outputTokens: pieces.length, totalTokens: 7 + pieces.length },
      metrics: { latencyMs: 20 },
    }),
  ]
}
