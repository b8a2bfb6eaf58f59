import { AppError } from '../../../../shared/errors.ts'
import { isObject } from '../../../../shared/json.ts'
import type { PageState } from '../pageState.ts'

/** Key of the call's result in the page state, which pages use for keys of their own. */
const key = 'result'

/** Keeps the result of a call for its view. One that is too large is not kept. */
export function keepViewResult(
  state: PageState,
  messageId: string,
  callId: string,
  result: Record<string, unknown>,
): void {
  try {
    state.write(messageId, callId, key, result)
  } catch (error) {
    // The view then gets the text that the model reads.
    if (!(error instanceof AppError && error.code === 'badInput')) throw error
  }
}

/** Returns the kept result of a call; null if there is none. */
export function readViewResult(
  state: PageState,
  messageId: string,
  callId: string,
): Record<string, unknown> | null {
  const kept = state.read(messageId, callId)[key]
  return isObject(kept) ? { ...kept } : null
}
