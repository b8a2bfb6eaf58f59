import type { AppError } from '../../../shared/errors.ts'
import type { DoctorFinding } from '../../../shared/providers.ts'

export type Fix = NonNullable<DoctorFinding['fix']>

export interface FixContext {
  keyUrl: string | null
  hasKey: boolean
  /** True if the server can download models. */
  canFetchModels: boolean
}

/** Returns a fix that takes one click; undefined if there is none. */
export function fixOf(error: AppError, context: FixContext): Fix | undefined {
  const { details } = error
  switch (error.code) {
    case 'keyMissing':
    case 'keyWithheld':
      return { kind: 'addKey' }
    case 'keyRefused':
      return { kind: context.hasKey ? 'replaceKey' : 'addKey' }
    case 'keyMalformed':
      return { kind: 'replaceKey' }
    case 'permissionDenied':
    case 'quotaExhausted':
      return context.keyUrl === null ? undefined : { kind: 'openKeyPage', value: context.keyUrl }
    case 'serverNotRunning':
      return { kind: 'startServer' }
    case 'modelMissing':
      return { kind: context.canFetchModels ? 'fetchModel' : 'chooseModel' }
    case 'modelNotFound':
      return context.canFetchModels
        ? withValue('fetchModel', details.model)
        : withValue('chooseModel', details.replacement)
    case 'modelRetired':
      return withValue('chooseModel', details.replacement)
    case 'rateLimited':
    case 'overloaded':
    case 'modelLoading':
      return withValue('wait', details.retryAfterSeconds?.toString())
    default:
      return undefined
  }
}

function withValue(kind: Fix['kind'], value: string | undefined): Fix {
  return value === undefined ? { kind } : { kind, value }
}
