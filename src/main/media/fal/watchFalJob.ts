import { parseJson } from '../../../shared/json.ts'
import { mediaLogLinesMaximum } from '../../../shared/limits.ts'
import { readBytes } from '../../providers/byteStream.ts'
import { readEventBatches } from '../../providers/eventStream.ts'
import { asBreak } from '../../providers/providerErrors.ts'
import type { RemoteState } from '../mediaProvider.ts'
import type { FalApi } from './falApi.ts'
import { linesOf, readFalStatus } from './falStatus.ts'

/** The longest silence of a streamed status, in milliseconds. */
export interface FalSilence {
  /** Before the first status, which comes at once. A proxy on the way may hold it back. */
  first: number
  /** After it. fal sends a comment every 15 s while nothing changes. */
  later: number
}

export const falSilenceDefault: FalSilence = { first: 10_000, later: 40_000 }

export interface FalWatch {
  api: FalApi
  provider: string
  /** The address of the job's status. */
  address: string
  signal: AbortSignal
  silence?: FalSilence | undefined
}

/**
 * Yields the states of a job as fal tells them in one open answer. Yields nothing if there is no
 * such answer. It may end before the job. Errors: timeout after a silence, streamBroken, aborted,
 * those of the key and of a connection.
 */
export async function* watchFalJob(watch: FalWatch): AsyncGenerator<RemoteState> {
  const { api, provider, address, signal, silence = falSilenceDefault } = watch
  const response = await api.open(streamOf(address), { signal, milliseconds: silence.first })
  if (!isEventStream(response)) {
    response.body?.cancel().catch(() => undefined)
    return
  }
  let isTold = false
  const idleMilliseconds = (): number => (isTold ? silence.later : silence.first)
  const log = createLog()
  try {
    for await (const batch of readEventBatches(
      readBytes(response.body, { signal, idleMilliseconds }),
    )) {
      for (const { data, complete } of batch) {
        if (!complete) return
        const json = parseJson(data)
        const lines = log.take(json)
        yield { ...readFalStatus(json, provider), ...(lines.length > 0 && { log: lines }) }
        isTold = true
      }
    }
  } catch (error) {
    throw asBreak(error)
  }
}

function streamOf(status: string): string {
  const url = new URL(status)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/stream`
  url.searchParams.set('logs', '1')
  return url.href
}

function isEventStream({ ok, headers }: Response): boolean {
  return ok && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** Each status has the lines since the one before; one that begins as the first did has all. */
function createLog() {
  let first: string | undefined
  let lines: string[] = []
  return {
    take(json: unknown): string[] {
      const added = linesOf(json)
      if (added.length === 0) return lines
      const start = JSON.stringify((json as { logs: unknown[] }).logs[0])
      lines = start === first ? added : [...lines, ...added].slice(-mediaLogLinesMaximum)
      first ??= start
      return lines
    },
  }
}
