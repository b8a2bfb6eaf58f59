import type { ServerResponse } from 'node:http'
import { write, type SeenRequest } from './fakeServer.ts'

/** A stream and its end; `hold` keeps it open without another word. */
export interface FalAnswer {
  says: Iterable<string> | AsyncIterable<string>
  end: 'close' | 'break' | 'hold'
  type?: string
}

/** Returns the event of a message. */
export function falMessage(message: unknown): string {
  return `data: ${JSON.stringify(message)}\n\n`
}

/** Tells whether a request for a stream is as fal's own client sends it with a key. */
export function isFalStreamRequest({ method, headers, query }: SeenRequest): boolean {
  const isPlain = !query.has('fal_jwt_token') && headers['x-fal-queue-priority'] === undefined
  const isJson = headers['content-type'] === 'application/json'
  return method === 'POST' && headers.accept === 'text/event-stream' && isJson && isPlain
}

/** Answers a request as an application does that tells what it makes while it makes it. */
export async function streamFalAnswer(
  response: ServerResponse,
  requestId: string,
  { says, end, type = 'text/event-stream; charset=utf-8' }: FalAnswer,
): Promise<void> {
  response.writeHead(200, {
    ...{ 'content-type': type, 'x-fal-request-id': requestId, 'x-fal-billable-units': '2' },
  })
  response.flushHeaders()
  for await (const text of says) {
    if (response.destroyed) return
    await write(response, text)
  }
  if (end === 'close') response.end()
  else if (end === 'break') response.socket?.destroy()
}
