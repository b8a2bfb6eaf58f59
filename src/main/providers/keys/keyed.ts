import { AppError } from '../../../shared/errors.ts'
import type { Provider } from '../provider.ts'
import type { CommonEvent, CompletionEvent, ReplyEvent, ReplyRequest } from '../reply.ts'
import { quoteWord, type Redact } from '../errors/quoteServer.ts'
import { wasRefused } from '../errors/wasRefused.ts'
import type { KeyConditions } from './keyConditions.ts'
import { asMissingKey } from './missingKey.ts'

/** One of a provider's keys with its client. */
export interface KeyedClient {
  secretId: string
  /** The number of the key in the settings, from 1. */
  number: number
  /** False if the provider has no key, so that none is sent. */
  hasKey: boolean
  /** True if a refusal means that a key is missing: the requests carry none. */
  wantsKey: boolean
  /** Creates the client. `lastKey` is false if another key will be tried after a refusal. */
  open: (lastKey: boolean) => Provider
}

/**
 * Returns at least one client, in the order of the settings. Errors: keyMissing,
 * keychainUnavailable.
 */
export type ListClients = () => Promise<KeyedClient[]>

export interface KeyedDependencies {
  providerId: string
  listClients: ListClients
  conditions: KeyConditions
  /** The secret id of the key that last succeeded, by provider id. */
  lastWorked: Map<string, string>
  redact: Redact
}

/** Tries a provider's keys in turn until one is not refused. */
export interface Keyed {
  run: <Value>(modelId: string, ask: (provider: Provider) => Promise<Value>) => Promise<Value>
  /** Streams an answer. The next key takes over only before anything of it has arrived. */
  stream: <Event extends AnswerEvent>(
    request: StreamRequest,
    open: (provider: Provider) => AsyncIterable<Event>,
  ) => AsyncIterable<Event | CommonEvent>
}

type AnswerEvent = ReplyEvent | CompletionEvent
type StreamRequest = Pick<ReplyRequest, 'modelId' | 'pictures' | 'once'>

export function createKeyed(dependencies: KeyedDependencies): Keyed {
  const { providerId, listClients, conditions, lastWorked, redact } = dependencies

  function noteGood(client: KeyedClient, modelId: string): void {
    if (!client.hasKey) return
    conditions.noteGood(client.secretId, modelId)
    lastWorked.set(providerId, client.secretId)
  }

  /** Records a failure. Returns true if the next key should be tried. */
  function noteFailure(client: KeyedClient, modelId: string, error: unknown): boolean {
    if (!client.hasKey || !(error instanceof AppError)) return false
    return conditions.noteFailure(client.secretId, modelId, error)
  }

  function soonestFailure(clients: readonly KeyedClient[], modelId: string, last: unknown) {
    const secretIds = clients.map(({ secretId }) => secretId)
    // With a single key, the latest failure has all the details.
    return secretIds.length === 1 ? last : (conditions.soonestFailure(secretIds, modelId) ?? last)
  }

  function orderOf(clients: readonly KeyedClient[], modelId: string): KeyedClient[] {
    return orderClients(clients, { conditions, modelId, last: lastWorked.get(providerId) })
  }

  async function run<Value>(
    modelId: string,
    ask: (provider: Provider) => Promise<Value>,
  ): Promise<Value> {
    const clients = await listClients()
    const order = orderOf(clients, modelId)
    let last: unknown
    for (const [index, client] of order.entries()) {
      try {
        const value = await ask(client.open(index === order.length - 1))
        noteGood(client, modelId)
        return value
      } catch (error) {
        if (!noteFailure(client, modelId, error)) throw failureOf(client, modelId, error)
        last = error
      }
    }
    throw soonestFailure(clients, modelId, last)
  }

  async function* stream<Event extends AnswerEvent>(
    request: StreamRequest,
    open: (provider: Provider) => AsyncIterable<Event>,
  ): AsyncGenerator<Event | CommonEvent> {
    const clients = await listClients()
    const order = orderOf(clients, request.modelId)
    let last: unknown
    for (const [index, client] of order.entries()) {
      const provider = client.open(index === order.length - 1)
      const events = open(provider)
      last = yield* attempt(client, request, events, index > 0)
      if (last === undefined) return
    }
    throw soonestFailure(clients, request.modelId, last)
  }

  /** Yields the events. Returns the failure if the next key may succeed, else undefined. */
  async function* attempt<Event extends AnswerEvent>(
    client: KeyedClient,
    request: StreamRequest,
    events: AsyncIterable<Event>,
    isOther: boolean,
  ): AsyncGenerator<Event | CommonEvent, unknown> {
    const { modelId } = request
    const held: (Event | CommonEvent)[] = []
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
      // Tokens that the service counted are billed even if the request failed.
      if (!begun) yield* held.filter(({ type }) => type === 'usage')
      if (!noteFailure(client, modelId, error) || begun || isPaid(error, request))
        throw failureOf(client, modelId, error)
      return error
    }
  }

  return { run, stream }
}

function failureOf({ wantsKey }: KeyedClient, modelId: string, error: unknown): unknown {
  return wantsKey ? asMissingKey(error, modelId) : error
}

/** Returns true if the failed answer is to be paid for: no other key may ask for it again. */
function isPaid(error: unknown, { pictures, once }: StreamRequest): boolean {
  if (once && error instanceof AppError && !wasRefused(error)) return true
  const answered = error instanceof AppError ? error.details.answered : undefined
  return answered === 'content' || (answered !== undefined && pictures !== undefined)
}

/** Returns true for events before the model's first output. The next key would repeat them. */
function isPreliminary({ type }: AnswerEvent): boolean {
  return type === 'request' || type === 'warning' || type === 'usage'
}

/** Returns an event with the request id. The server chooses the id, so it may contain the key. */
function quoted(id: string, redact: Redact): CommonEvent | undefined {
  const requestId = quoteWord(id, redact)
  return requestId === undefined ? undefined : { type: 'request', requestId }
}

function otherKey({ number }: KeyedClient) {
  return { code: 'otherKey' as const, subject: String(number) }
}

/**
 * Orders clients: the key that last succeeded comes first, refused keys come last. Omits keys that
 * must wait, unless there is no other.
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
