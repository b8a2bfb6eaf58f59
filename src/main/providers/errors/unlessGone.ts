import { AppError } from '../../../shared/errors.ts'

/** Returns what was asked for; undefined if the service answers that it is gone (404). */
export async function unlessGone<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.details.status === 404) return undefined
    throw error
  }
}
