/** A value in transit between the worlds of a document. The event itself clones leaves. */
export type Crossing =
  | { leaf: unknown }
  | { list: Crossing[] }
  | { object: [string, Crossing][] }
  | { error: string }
  | { call: number }
  | { promise: number }
  /** The receiving world's own function, on its way back. */
  | { yours: number }

export type WorldMessage =
  | { type: 'call'; id: number; args: Crossing[]; turn: number }
  | { type: 'returned' | 'threw'; turn: number; value: Crossing }
  | { type: 'settled'; id: number; ok: boolean; value: Crossing }
  | { type: 'released'; id: number }
  | { type: 'expose'; key: string; api: Crossing }
  | { type: 'askWith'; ask: Crossing }
  | { type: 'executeWith'; execute: Crossing }
  | { type: 'refused'; reason: string }

export interface World {
  send(message: WorldMessage): void
  receive(message: WorldMessage): void
  outward(value: unknown): Crossing
  inward(crossing: Crossing): unknown
}

/**
 * Creates one world's side of contextBridge: copies values, keeps functions and promises in their
 * world and passes proxies. Runs in both worlds as source text, so it refers to nothing outside
 * itself.
 */
export function worldEnd(send: (message: WorldMessage) => void): World {
  const maximumDepth = 1000
  const homeFunctions = new Map<number, (...args: unknown[]) => unknown>()
  const homeIds = new WeakMap<object, number>()
  const foreignIds = new WeakMap<object, number>()
  const proxies = new Map<number, WeakRef<(...args: unknown[]) => unknown>>()
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (reason: unknown) => void }
  >()
  const answers = new Map<number, { threw: boolean; value: Crossing }>()
  let lastId = 0
  let lastTurn = 0

  const released = new FinalizationRegistry((id: number) => {
    if (proxies.get(id)?.deref()) return
    proxies.delete(id)
    send({ type: 'released', id })
  })

  const outwardFunction = (value: (...args: unknown[]) => unknown): Crossing => {
    const foreign = foreignIds.get(value)
    if (foreign !== undefined) return { yours: foreign }
    const id = homeIds.get(value) ?? ++lastId
    homeIds.set(value, id)
    homeFunctions.set(id, value)
    return { call: id }
  }

  const outwardPromise = (promise: Promise<unknown>): Crossing => {
    const id = ++lastId
    const settle = (ok: boolean) => (result: unknown) => {
      let message: WorldMessage
      try {
        message = { type: 'settled', id, ok, value: outward(result) }
      } catch (error) {
        message = { type: 'settled', id, ok: false, value: outward(error) }
      }
      send(message)
    }
    promise.then(settle(true), settle(false))
    return { promise: id }
  }

  const outwardAt = (value: unknown, depth: number): Crossing => {
    if (depth > maximumDepth)
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      )
    if (typeof value === 'function') return outwardFunction(value as () => unknown)
    if (typeof value === 'symbol') throw new TypeError('A symbol could not be cloned.')
    if (typeof value !== 'object' || value === null) return { leaf: value }
    if (value instanceof Promise) return outwardPromise(value)
    if (value instanceof Error) return { error: value.message }
    if (Array.isArray(value)) return { list: value.map((item) => outwardAt(item, depth + 1)) }
    if (Object.prototype.toString.call(value) !== '[object Object]') {
      structuredClone(value)
      return { leaf: value }
    }
    const entries = Object.entries(value).map(([key, item]): [string, Crossing] => [
      key,
      outwardAt(item, depth + 1),
    ])
    return { object: entries }
  }
  const outward = (value: unknown): Crossing => outwardAt(value, 0)

  const callAway = (id: number, args: unknown[]): unknown => {
    const turn = ++lastTurn
    send({ type: 'call', id, turn, args: args.map(outward) })
    const answer = answers.get(turn)
    answers.delete(turn)
    if (!answer) throw new Error('The other world of this page is gone')
    const value = inward(answer.value)
    if (answer.threw) throw value
    return value
  }

  const inwardFunction = (id: number): unknown => {
    const known = proxies.get(id)?.deref()
    if (known) return known
    const proxy = (...args: unknown[]): unknown => callAway(id, args)
    proxies.set(id, new WeakRef(proxy))
    foreignIds.set(proxy, id)
    released.register(proxy, id)
    return proxy
  }

  const inward = (crossing: Crossing): unknown => {
    if ('leaf' in crossing) return crossing.leaf
    if ('list' in crossing) return crossing.list.map(inward)
    if ('error' in crossing) return new Error(crossing.error)
    if ('call' in crossing) return inwardFunction(crossing.call)
    if ('yours' in crossing) return homeFunctions.get(crossing.yours)
    if ('promise' in crossing) {
      return new Promise((resolve, reject) => promises.set(crossing.promise, { resolve, reject }))
    }
    const object: Record<string, unknown> = {}
    for (const [key, item] of crossing.object) {
      const property = { value: inward(item), writable: true, enumerable: true, configurable: true }
      Object.defineProperty(object, key, property)
    }
    return object
  }

  const answerCall = (id: number, turn: number, args: Crossing[]): void => {
    try {
      const home = homeFunctions.get(id)
      if (!home) throw new Error('No such function')
      send({ type: 'returned', turn, value: outward(home(...args.map(inward))) })
    } catch (error) {
      send({
        type: 'threw',
        turn,
        value: error instanceof Error ? { error: error.message } : outward(error),
      })
    }
  }

  const receive = (message: WorldMessage): void => {
    switch (message.type) {
      case 'call':
        return answerCall(message.id, message.turn, message.args)
      case 'returned':
      case 'threw':
        return void answers.set(message.turn, {
          threw: message.type === 'threw',
          value: message.value,
        })
      case 'settled': {
        const promise = promises.get(message.id)
        promises.delete(message.id)
        return promise?.[message.ok ? 'resolve' : 'reject'](inward(message.value))
      }
      case 'released':
        return void homeFunctions.delete(message.id)
      default:
        throw new Error(`A world was sent '${message.type}'`)
    }
  }
  return { send, receive, outward, inward }
}
