import { maxMediaLogLines } from '../../../shared/limits.ts'
import type { RemoteState } from '../mediaProvider.ts'
import type { FalCalls, FalJob } from './falClient.ts'
import { linesOf, readFalStatus } from './falStatus.ts'
import type { FalSilence } from './readStatusStream.ts'

export interface FalWatch {
  calls: FalCalls
  provider: string
  /** With the address of its status. */
  job: FalJob
  signal: AbortSignal
  silence?: FalSilence | undefined
}

/**
 * Yields the states of a job as fal tells them in one open answer. Yields nothing if there is no
 * such answer. It may end before the job. Errors: timeout after a silence, streamBroken, aborted,
 * those of the key and of a connection.
 */
export async function* watchFalJob(watch: FalWatch): AsyncGenerator<RemoteState> {
  const { calls, provider, job, signal, silence } = watch
  const log = createLog()
  const address = streamOf(job.address)
  for await (const json of calls.statuses({ ...job, address }, signal, silence)) {
    const lines = log.take(json)
    yield { ...readFalStatus(json, provider), ...(lines.length > 0 && { log: lines }) }
  }
}

function streamOf(status: string): string {
  const url = new URL(status)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/stream`
  return url.href
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
      lines = start === first ? added : [...lines, ...added].slice(-maxMediaLogLines)
      first ??= start
      return lines
    },
  }
}
