import { AppError } from '../../shared/errors.ts'
import { NotAccepted } from './mediaProvider.ts'
import { wasRefused } from './wasRefused.ts'

/** Runs a paid request, and marks a failure that certainly costs nothing as such. */
export async function refusing<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof AppError && wasRefused(error)) throw new NotAccepted(error)
    throw error
  }
}
