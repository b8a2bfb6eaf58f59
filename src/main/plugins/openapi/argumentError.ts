import { AppError } from '../../../shared/errors.ts'

/** Returns the error for a call's arguments. The caller names the tool. */
export function argumentError(problem: string): AppError {
  return new AppError('pluginArgumentsInvalid', problem)
}
