import { AppError } from '../../../shared/errors.ts'

/** Returns the error for a part of an OpenAPI document that can't be used, such as `servers.0.url`. */
export function documentError(path: string, problem: string): AppError {
  return new AppError('pluginManifestInvalid', `${path}: ${problem}`.slice(0, 500), {
    subject: path.slice(0, 300),
    answer: problem.slice(0, 500),
  })
}
