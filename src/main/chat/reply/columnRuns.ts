import { once } from 'node:events'
import { AppError } from '../../../shared/errors.ts'
import type { DescribeModel } from '../../providers/provider.ts'
import type { BegunReply } from '../begin/startAnswer.ts'
import type { RunningReply } from './runningReply.ts'

/** The page follows the columns as soon as it knows them. */
const joinMilliseconds = 10_000

/** An answer that is on disk, and whose request has not left. */
export interface StartedReply {
  begun: BegunReply
  /** Undefined for one that waits for the user. */
  reply?: RunningReply
}

/** The answers in columns that no stream follows yet. */
export interface ColumnRuns {
  /**
   * Keeps answers until the page follows them. Those that it doesn't follow soon, or that it leaves
   * by the signal while the first one still runs, become interrupted.
   */
  add: (
    first: RunningReply,
    others: readonly Required<StartedReply>[],
    leaving: AbortSignal,
  ) => void
  /** Hands out an answer once. Errors: conflict if it is not, or no longer, to be followed. */
  take: (messageId: string) => StartedReply
}

export function createColumnRuns(): ColumnRuns {
  const waiting = new Map<string, Required<StartedReply>>()

  return {
    add(first, others, leaving) {
      if (others.length === 0) return
      for (const one of others) waiting.set(one.begun.answer.id, one)
      const interrupt = (): void => {
        for (const { begun, reply } of others) {
          if (waiting.delete(begun.answer.id)) reply.settle({ status: 'interrupted', error: null })
        }
      }
      const leave = (): void => {
        // A stream that has ended is closed, too; the page may be about to follow the others.
        if (!first.settled()) interrupt()
      }
      leaving.addEventListener('abort', leave, { once: true })
      setTimeout(interrupt, joinMilliseconds).unref()
    },
    take(messageId) {
      const started = waiting.get(messageId)
      waiting.delete(messageId)
      if (!started) throw new AppError('conflict', 'This answer does not wait to be followed')
      return started
    },
  }
}

/**
 * Returns the answers in columns that a new one has to wait for: a local server answers several
 * requests at once badly or not at all.
 */
export async function columnsBefore(
  { begun, reply }: Required<StartedReply>,
  running: Iterable<RunningReply>,
  describe: DescribeModel | undefined,
): Promise<RunningReply[]> {
  const { answer, model } = begun
  if (!answer.columns) return []
  // Those that began before it: the map of running answers keeps their order.
  const earlier: RunningReply[] = []
  for (const other of running) {
    if (other === reply) break
    const { conversationId, columns, model: its } = other.answer
    const isColumn = conversationId === answer.conversationId && columns !== undefined
    if (isColumn && its?.providerId === model.providerId) earlier.push(other)
  }
  if (earlier.length === 0) return []
  const described = await describe?.(model).catch(() => undefined)
  return described?.local === true ? earlier : []
}

/** Resolves once an answer has ended. */
export async function untilEnded({ signal }: RunningReply): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
