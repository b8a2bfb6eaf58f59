import type { ServerResponse } from 'node:http'
import { sendJson, write, type SeenRequest } from './fakeServer.ts'

export interface FalStatus {
  status: string
  [more: string]: unknown
}

/** Behaviour of a stream of statuses. */
export type FalStream =
  /** Tells each status, and ends after COMPLETED. */
  | 'good'
  /** There is no such address. */
  | 'missing'
  /** A gateway answers with a page. */
  | 'html'
  /** Leads to another host. */
  | { redirect: string }
  /** Breaks the connection before the headers. */
  | 'reset'
  /** Breaks the connection after the first status. */
  | 'cut'
  /** Breaks the connection within the second status. */
  | 'cutWithin'
  /** Ends properly after the first status. */
  | 'endsEarly'
  /** Says nothing, not even its headers. */
  | 'noHeaders'
  /** Says nothing after its headers. */
  | 'silent'
  /** Says nothing after the first status. */
  | 'silentLater'
  /** Sends each byte by itself, with comments and both kinds of line ends. */
  | 'bytewise'

/** Tells each status once, with the lines since the one before, as fal does. */
export async function streamFalStatus(
  { query, headers }: SeenRequest,
  response: ServerResponse,
  job: { statuses: FalStatus[] },
  way: FalStream,
): Promise<void> {
  if (way === 'reset') return void response.socket?.destroy()
  if (way === 'missing') return sendJson(response, 404, { detail: 'Not Found' })
  if (way === 'html') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
  }
  if (way === 'noHeaders') return
  if (typeof way === 'object') {
    return void response.writeHead(302, { location: way.redirect }).end()
  }
  if (query.get('logs') !== '1' || headers.accept !== 'text/event-stream') {
    return sendJson(response, 400, 'Not as documented')
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
  if (way === 'silent') return
  let told: FalStatus | undefined
  while (!response.destroyed) {
    const [status = { status: 'COMPLETED' }] = job.statuses
    if (job.statuses.length > 1) job.statuses.shift()
    if (status !== told) {
      const event = `data: ${JSON.stringify(status)}\n\n`
      const isFirst = told === undefined
      told = status
      const isCut = way === 'cut' || (way === 'cutWithin' && !isFirst)
      if (isCut) {
        response.write(way === 'cut' ? event : event.slice(0, 12), () => {
          response.socket?.destroy()
        })
        return
      }
      if (way === 'bytewise') await writeBytewise(response, `: ping\r\n\r\n${event}`)
      else await write(response, event)
    }
    if (status.status === 'COMPLETED' || way === 'endsEarly') return void response.end()
    if (way === 'silentLater') return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function writeBytewise(response: ServerResponse, text: string): Promise<void> {
  response.socket?.setNoDelay(true)
  for (const byte of Buffer.from(text)) {
    await write(response, Buffer.of(byte))
    await new Promise(setImmediate)
  }
}
