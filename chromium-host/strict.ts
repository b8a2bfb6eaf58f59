/** Names that language features and tools probe for on any object. */
const probed = new Set(['then', 'toJSON', 'constructor', 'domain', 'asymmetricMatch', 'nodeType'])
const subscribing = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'])

function unimplemented(name: string): Error {
  return new Error(`${name} is not implemented by the Chromium host`)
}

type Subscribe = (event: string, listener: () => void) => unknown

/**
 * Makes every member that `target` lacks throw with its name instead of reading as undefined; with
 * `events`, so does listening for an event that it never emits. Names that begin with `host-` are
 * the host's own.
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

/** Stands for a whole module, or class, of Electron's that the host does not have. */
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

/** Throws for a use of a known member that only Electron can honour. */
export function refuse(use: string): never {
  throw unimplemented(use)
}
