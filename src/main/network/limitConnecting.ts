import type { ClientRequest } from 'node:http'

export const connectMillisecondsDefault = 15_000

/**
 * Limits the time for connecting: a host that drops packets would delay the request until the
 * operating system gives up.
 */
export function limitConnecting(
  request: ClientRequest,
  milliseconds = connectMillisecondsDefault,
): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => {
      const told = { code: 'ETIMEDOUT', syscall: 'connect' }
      request.destroy(Object.assign(new Error('connect ETIMEDOUT'), told))
    }, milliseconds)
    const clear = () => {
      clearTimeout(timer)
    }
    socket.once('connect', clear)
    request.once('close', clear)
  })
}

/** Tells whether a request failed because connecting took too long; nothing was sent then. */
export function isConnectTimeout(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectTimeout)
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false
  return error.code === 'ETIMEDOUT' && error.syscall === 'connect'
}
