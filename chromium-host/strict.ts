/** Names that language features and tools look up on any object. */
export const probed = new Set([
  'then',
  'toJSON',
  'constructor',
  'domain',
  'asymmetricMatch',
  'nodeType',
])
const subscribing = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'])

function unimplemented(name: string): Error {
  return new Error(`${name} is not implemented by the Chromium host`)
}

type Subscribe = (event: string, listener: () => void) => unknown

/**
 * Returns a proxy that throws for missing members instead of returning undefined and, with
 * `events`, for listeners of events that never occur. Names that begin with `host-` belong to the
 * host.
 */
export function strict<T extends object>(name: string, target: T, events?: ReadonlySet<string>): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key !== 'symbol' && !(key in object) && !probed.has(key)) {
        throw unimplemented(`${name}.${key}`)
      }
      const member = Reflect.get(object, key, receiver) as unknown
      if (!events || typeof key === 'symbol' || !subscribing.has(key)) return member
      return (event: string, listener: () => void) => {
        if (!events.has(event) && !event.startsWith('host-')) {
          throw unimplemented(`${name}.${key}('${event}')`)
        }
        return (member as Subscribe).call(receiver, event, listener)
      }
    },
  })
}

/** Returns a stand-in for an Electron module or class that the host lacks. */
export function missing(name: string): never {
  const throwing = (): never => {
    throw unimplemented(name)
  }
  return new Proxy(class {}, {
    get: (_object, key) => {
      if (typeof key === 'symbol' || key === 'prototype' || probed.has(key)) return undefined
      throw unimplemented(`${name}.${key}`)
    },
    construct: throwing,
    apply: throwing,
  }) as never
}

/** Throws for a use of a known member that only Electron supports. */
export function refuse(use: string): never {
  throw unimplemented(use)
}
