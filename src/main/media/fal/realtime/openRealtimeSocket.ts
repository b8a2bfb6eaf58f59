import { Agent as HttpsAgent } from 'node:https'
import { WebSocket } from 'ws'
import { AppError } from '../../../../shared/errors.ts'
import { Agent as HttpAgent } from '../../../network/http.ts'

/** Returns a WebSocket to an address, which connects after the call has returned. */
export type OpenRealtimeSocket = (address: string) => WebSocket

/** The range that fal allows, see `max_buffering` of its realtime addresses. */
const minBuffering = 1
const maxBuffering = 60

/** The largest frame. A picture of a realtime application has about 0.1 MB. */
const maxFrameBytes = 16 * 1024 * 1024
const connectMs = 30_000

/**
 * Creates WebSockets that use the proxies of the environment, as all requests to fal do. Node's own
 * WebSocket knows none, and takes frames of any size.
 */
export function createOpenRealtimeSocket(
  proxyEnvironment: NodeJS.ProcessEnv | undefined,
): OpenRealtimeSocket {
  const proxy = proxyEnvironment && { proxyEnv: proxyEnvironment }
  const agents = { 'ws:': new HttpAgent({ ...proxy }), 'wss:': new HttpsAgent({ ...proxy }) }
  return (address) =>
    new WebSocket(address, {
      agent: new URL(address).protocol === 'ws:' ? agents['ws:'] : agents['wss:'],
      ...{ handshakeTimeout: connectMs, maxPayload: maxFrameBytes, perMessageDeflate: false },
    })
}

/**
 * Returns the address of an endpoint's realtime connection below `direct`. fal keeps up to
 * `buffering` inputs that wait, and drops the oldest beyond. Errors: badInput for a buffering that
 * fal does not allow.
 */
export function realtimeAddress(
  direct: string,
  endpoint: string,
  { token, buffering }: { token: string; buffering: number },
): string {
  if (!Number.isInteger(buffering) || buffering < minBuffering || buffering > maxBuffering) {
    throw new AppError(
      'badInput',
      `The buffering must be ${String(minBuffering)} to ${String(maxBuffering)}`,
    )
  }
  const path = endpoint.endsWith('/realtime') ? endpoint : `${endpoint}/realtime`
  const query = new URLSearchParams({ fal_jwt_token: token, max_buffering: String(buffering) })
  return `${direct.replace(/^http/, 'ws')}/${path}?${query.toString()}`
}
