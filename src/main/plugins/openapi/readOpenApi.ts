import { AppError } from '../../../shared/errors.ts'
import type { TaskLimits } from '../../workers/readAnswer.ts'
import { runTask } from '../../workers/runTask.ts'
import { documentError } from './documentError.ts'
import { openApiTask, type OpenApiPlugin } from './openApiTask.ts'
import type { PlainSignIn } from './readSecurity.ts'

const limitsDefault: TaskLimits = {
  milliseconds: 10_000,
  megabytes: 512,
  // Main reads, checks and shows it. The largest known document gives a megabyte.
  answerBytes: 2 * 1024 * 1024,
}

export interface OpenApiSource {
  text: string
  /** The address that it was read from; null for a file. */
  url: string | null
  /** Sign-in for its servers, used if the document has none. */
  signIn?: PlainSignIn | null
}

/** Reads an OpenAPI document. Errors: pluginManifestInvalid with the wrong part, aborted. */
export type ReadOpenApi = (
  source: OpenApiSource,
  signal?: AbortSignal | null,
) => Promise<OpenApiPlugin>

/** Creates the reader, which runs `entry` (openApiWorker) in a thread for each document. */
export function createOpenApiReader(entry: string | URL, limits = limitsDefault): ReadOpenApi {
  return async ({ text, url, signIn = null }, signal) => {
    const subject = url ?? 'OpenAPI'
    try {
      return await runTask(
        entry,
        openApiTask,
        { text, url, signIn },
        { limits, subject, ...(signal && { signal }) },
      )
    } catch (error) {
      const code = error instanceof AppError ? error.code : ''
      if (code !== 'tooHeavy' && code !== 'unreadable') throw error
      throw documentError('OpenAPI', 'It is too large or takes too long to read')
    }
  }
}
