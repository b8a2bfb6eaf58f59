import { isObject } from '../../shared/json.ts'
import type { SessionLoss } from './connection.ts'
import type { Sdk } from './createClient.ts'

/**
 * Returns what an error says of a session over Streamable HTTP. By the protocol 404 is the answer to
 * a session that a server no longer knows; only then nothing has run. Some servers answer 400.
 */
export function readSessionLoss(
  sdk: Sdk,
  error: unknown,
  sessionId: string | undefined,
): SessionLoss | undefined {
  if (sessionId === undefined) return undefined
  if (error instanceof sdk.SdkHttpError) {
    if (error.status === 404) return 'notRun'
    return error.status === 400 && /session/i.test(error.message) ? 'unclear' : undefined
  }
  // An error of Parley's own says why it must not be repeated.
  return error instanceof Error && error.cause !== undefined
    ? readSessionLoss(sdk, error.cause, sessionId) && 'unclear'
    : undefined
}

/** Tells whether an error is a server's answer to a session that it no longer knows. */
export function isStatus404(error: unknown): boolean {
  return isObject(error) && error['status'] === 404
}
