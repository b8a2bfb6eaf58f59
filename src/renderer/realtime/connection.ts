import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { summaryPurpose, summaryRequest } from './clientEvents.ts'
import { openPeer } from './peer.ts'
import type { Peer } from './peer.ts'
import { readServerEvent } from './serverEvent.ts'
import type { ServerEvent } from './serverEvent.ts'
import { createSessionLimit, defaultSessionMs } from './sessionLimit.ts'
import type { SessionLimit } from './sessionLimit.ts'

/** One session at the service, of those that a conversation takes one after the other. */
export interface Connection {
  peer?: Peer
  limit: SessionLimit
  /** The model that speaks. */
  speaker?: ModelReference
  refusedTools: readonly string[]
  isLost: boolean
  /** Settles with the written summary that was asked for. */
  summary?: PromiseWithResolvers<string>
}

/** Each function gets the session that it is about, which may not have taken over yet. */
export interface ConnectionOptions {
  /** The chat whose tools the model may call; null for the next new one. */
  conversationId: string | null
  isPause: (connection: Connection) => boolean
  /** Continues the conversation in a new session. */
  renew: (connection: Connection) => Promise<void>
  /** Called with the time of the end, in milliseconds since 1970, if there is no new session. */
  onUnrenewed: (connection: Connection, endsAt: number) => void
  onOver: (connection: Connection) => void
  /** Called with every event, those of a summary included. */
  onEvent: (connection: Connection, event: ServerEvent) => void
  onLost: (connection: Connection) => void
}

const summaryMs = 30_000

/** Opens a session at the service, which hears nothing yet. Errors: those of `openPeer`. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { conversationId } = options
  const limit = createSessionLimit({
    now: Date.now,
    setTimer(run, milliseconds) {
      const timer = window.setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    isPause: () => options.isPause(connection),
    renew: () => options.renew(connection),
    onUnrenewed(endsAt, error) {
      console.warn('The conversation does not continue in a new session', error ?? 'no pause')
      options.onUnrenewed(connection, endsAt)
    },
    onOver: () => options.onOver(connection),
  })
  const connection: Connection = { limit, refusedTools: [], isLost: false }
  limit.expireAt(Date.now() + defaultSessionMs)
  try {
    connection.peer = await openPeer({
      async exchange(offer) {
        const { answer, ...begun } = await api.realtime.connect({ offer, conversationId })
        connection.speaker = begun.model
        connection.refusedTools = begun.refusedTools
        return answer
      },
      onEvent(data) {
        const event = readServerEvent(data)
        if (!event) return
        if (event.expiresAt !== null) limit.expireAt(event.expiresAt)
        takeSummary(connection, event)
        options.onEvent(connection, event)
      },
      onLost() {
        connection.isLost = true
        connection.summary?.reject(lostError())
        options.onLost(connection)
      },
    })
  } catch (error) {
    limit.stop()
    throw error
  }
  return connection
}

export function lostError(): AppError {
  return new AppError('realtimeLost', 'The session has broken off')
}

/**
 * Asks a session for a written summary of the conversation. Errors: realtimeLost; timeout and
 * malformedAnswer if there is none.
 */
export async function summarise(connection: Connection): Promise<string> {
  const summary = Promise.withResolvers<string>()
  connection.summary = summary
  connection.peer?.send(summaryRequest())
  const timer = setTimeout(
    () => summary.reject(new AppError('timeout', 'There was no summary in time')),
    summaryMs,
  )
  try {
    return await summary.promise
  } finally {
    clearTimeout(timer)
  }
}

function takeSummary({ summary }: Connection, event: ServerEvent): void {
  const { type, purpose, status, writtenText } = event
  if (type !== 'response.done' || purpose !== summaryPurpose) return
  if (status === 'completed' && writtenText.trim() !== '') return summary?.resolve(writtenText)
  summary?.reject(new AppError('malformedAnswer', 'The summary is empty'))
}

export function closeConnection({ peer, limit }: Connection): void {
  limit.stop()
  peer?.close()
}
