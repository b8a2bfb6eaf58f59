/** Preloaded into a program: every connection that would leave this machine fails. */
import { Socket } from 'node:net'

type Connect = (this: Socket, ...given: unknown[]) => Socket

const connect = Reflect.get(Socket.prototype, 'connect') as Connect

const connectNearby: Connect = function connectNearby(...given) {
  const [first] = given
  const options = (Array.isArray(first) ? first[0] : first) as { path?: string; host?: string }
  if (options.path || /^(?:localhost|127\.|::1)/.test(options.host ?? 'localhost')) {
    return connect.apply(this, given)
  }
  const error = new Error('connect ENETUNREACH')
  process.nextTick(() => this.destroy(Object.assign(error, { code: 'ENETUNREACH' })))
  return this
}

Reflect.set(Socket.prototype, 'connect', connectNearby)
