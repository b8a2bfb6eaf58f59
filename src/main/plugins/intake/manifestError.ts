import type { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

const maxProblemLength = 500

/** Returns the error for a description of a plugin that is refused because of this field. */
export function manifestError(field: string, problem: string): AppError {
  return new AppError('pluginManifestInvalid', `${field}: ${problem}`.slice(0, maxProblemLength), {
    subject: field.slice(0, 300),
    answer: problem.slice(0, maxProblemLength),
  })
}

/** Parses a stranger's description. Errors: pluginManifestInvalid with the first wrong field. */
export function parseDescription<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw manifestError(issue?.path.map(String).join('.') || 'JSON', issue?.message ?? 'It is wrong')
}
