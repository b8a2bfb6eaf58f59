import { AppError } from '../../../shared/errors.ts'
import type { Provider, ReplyEvent, ReplyRequest } from '../provider.ts'
import { quoteWord, type Redact } from '../quoteServer.ts'
import type { KeyConditions } from './keyConditions.ts'

/** One of a provider's keys, with the way to ask by it. */
export interface KeyedClient {
  secretId: string
  /** From 1, in the order of the settings. */
  number: number
  /** False where the provider has no key at all, and none is sent. */
  hasKey: boolean
  /** `lastKey` is false where another one will be asked when this one is refused. */
  open: (lastKey: boolean) => Provider
}

/** In the order of the settings, at least one. Errors: keyMissing, keychainUnavailable. */
export type ListClients = () => Promise<KeyedClient[]>

export interface KeyedDependencies {
  providerId: string
  listClients: ListClients
  conditions: KeyConditions
  /** The secret id of the key that each provider answered last. */
  lastWorked: Map<string, string>
  redact: Redact
}

/** Asks a provider by the key that may work, and by the next one where it is refused. */
export interface Keyed {
  run: <Value>(modelId: string, call: (provider: Provider) => Promise<Value>) => Promise<Value>
  reply: (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>
}

export function createKeyed(dependencies: KeyedDependencies): Keyed {
  const { providerId, listClients, conditions, lastWorked, redact } = dependencies

  function noteGood(client: KeyedClient, modelId: string): void {
    if (!client.hasKey) return
    conditions.noteGood(client.secretId, modelId)
    lastWorked.set(providerId, client.secretId)
  }

  /** Gives whether the next key is to be asked. */
  function noteFailure(client: KeyedClient, modelId: string, error: unknown): boolean {
    if (!client.hasKey || !(error instanceof AppError)) return false
    return conditions.noteFailure(client.secretId, modelId, error)
  }

  function soonestFailure(clients: readonly KeyedClient[], modelId: string, last: unknown) {
    const secretIds = clients.map(({ secretId }) => secretId)
    // An only key's failure is the one that just came, with all its details.
    return secretIds.length === 1 ? last : (conditions.soonestFailure(secretIds, modelId) ?? last)
  }

  function orderOf(clients: readonly KeyedClient[], modelId: string): KeyedClient[] {
    return orderClients(clients, { conditions, modelId, last: lastWorked.get(providerId) })
  }

  async function run<Value>(
    modelId: string,
    call: (provider: Provider) => Promise<Value>,
  ): Promise<Value> {
    const clients = await listClients()
    const order = orderOf(clients, modelId)
    let last: unknown
    for (const [index, client] of order.entries()) {
      try {
        const value = await call(client.open(index === order.length - 1))
        noteGood(client, modelId)
        return value
      } catch (error) {
        if (!noteFailure(client, modelId, error)) throw error
        last = error
      }
    }
    throw soonestFailure(clients, modelId, last)
  }

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const clients = await listClients()
    const order = orderOf(clients, request.modelId)
    let last: unknown
    for (const [index, client] of order.entries()) {
      const provider = client.open(index === order.length - 1)
      const events = provider.reply(request, signal)
      last = yield* attempt(client, request.modelId, events, index > 0)
      if (last === undefined) return
    }
    throw soonestFailure(clients, request.modelId, last)
  }

  /** Gives the failure after which the next key may answer, or nothing where this one did. */
  async function* attempt(
    client: KeyedClient,
    modelId: string,
    events: AsyncIterable<ReplyEvent>,
    isOther: boolean,
  ): AsyncGenerator<ReplyEvent, unknown> {
    const held: ReplyEvent[] = []
    let begun = false
    try {
      for await (const given of events) {
        const event = given.type === 'request' ? quoted(given.requestId, redact) : given
        if (event === undefined) continue
        if (event.type === 'waiting') {
          yield event
          continue
        }
        if (!begun) {
          held.push(event)
          if (isPreliminary(event)) continue
          begun = true
          noteGood(client, modelId)
          if (isOther) yield { type: 'warning', warning: otherKey(client) }
          yield* held
        } else yield event
      }
      if (!begun) yield* held
      return undefined
    } catch (error) {
      if (!noteFailure(client, modelId, error) || begun) throw error
      return error
    }
  }

  return { run, reply }
}

/** What comes before the model has said anything: with the next key it would come once more. */
function isPreliminary({ type }: ReplyEvent): boolean {
  return type === 'request' || type === 'warning' || type === 'usage'
}

/** The id is a word of the server's: it may hold the key that it was asked by. */
function quoted(id: string, redact: Redact): ReplyEvent | undefined {
  const requestId = quoteWord(id, redact)
  return requestId === undefined ? undefined : { type: 'request', requestId }
}

function otherKey({ number }: KeyedClient) {
  return { code: 'otherKey' as const, subject: String(number) }
}

/**
 * From the key that last worked on; those that were refused come last. One that has to wait is
 * left out until its time has come, unless there is no other.
 */
function orderClients(
  clients: readonly KeyedClient[],
  given: { conditions: KeyConditions; modelId: string; last: string | undefined },
): KeyedClient[] {
  const start = Math.max(
    0,
    clients.findIndex(({ secretId }) => secretId === given.last),
  )
  const inTurn = [...clients.slice(start), ...clients.slice(0, start)]
  const isUsable = ({ secretId }: KeyedClient) => given.conditions.isUsable(secretId, given.modelId)
  const untilOf = ({ secretId }: KeyedClient) => given.conditions.get(secretId).until
  const others = inTurn.filter((client) => !isUsable(client))
  const order = [...inTurn.filter(isUsable), ...others.filter((client) => untilOf(client) === null)]
  if (order.length > 0) return order
  return others.sort((one, other) => (untilOf(one) ?? 0) - (untilOf(other) ?? 0)).slice(0, 1)
}
