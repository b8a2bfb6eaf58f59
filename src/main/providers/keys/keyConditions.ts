import { AppError } from '../../../shared/errors.ts'
import type { KeyState } from '../../../shared/providers.ts'
import { ownerOf } from '../../secrets/secretId.ts'

export type KeyCondition = Pick<KeyState, 'condition' | 'until'>

/** The condition of each key by its secret id, while Parley runs. */
export interface KeyConditions {
  get: (secretId: string) => KeyCondition
  /** Returns true if a request for the model may currently succeed. */
  isUsable: (secretId: string, modelId: string) => boolean
  noteGood: (secretId: string, modelId: string) => void
  /** Records a failure. Returns true if another key of the provider may succeed. */
  noteFailure: (secretId: string, modelId: string, error: AppError) => boolean
  /** Returns the failure of these keys that may end first. */
  soonestFailure: (secretIds: readonly string[], modelId: string) => AppError | undefined
  /** Forgets a key that was replaced or removed. */
  forget: (secretId: string) => void
  /** Makes all keys of the provider usable again. */
  forgive: (providerId: string) => void
}

export interface KeyConditionsDependencies {
  now: () => number
  onChanged: () => void
}

interface Entry extends KeyCondition {
  /** The failure for all models; `denials` holds those for one model. */
  failure: AppError | undefined
  denials: Map<string, AppError>
}

const limitMillisecondsDefault = 60_000
/** Services may send any number, including `Infinity`. */
const maxLimitMilliseconds = 24 * 3600_000

export function createKeyConditions({ now, onChanged }: KeyConditionsDependencies): KeyConditions {
  const entries = new Map<string, Entry>()

  function entryOf(secretId: string): Entry {
    const entry = entries.get(secretId)
    if (entry) return entry
    const fresh = { condition: 'untried' as const, until: null, failure: undefined }
    const made = { ...fresh, denials: new Map<string, AppError>() }
    entries.set(secretId, made)
    return made
  }

  function get(secretId: string): KeyCondition {
    const entry = entries.get(secretId)
    if (!entry || (entry.until !== null && entry.until <= now())) {
      return { condition: 'untried', until: null }
    }
    return { condition: entry.condition, until: entry.until }
  }

  function set(secretId: string, next: Partial<Entry>): void {
    const before = get(secretId)
    Object.assign(entryOf(secretId), next)
    const after = get(secretId)
    if (before.condition !== after.condition || before.until !== after.until) onChanged()
  }

  return {
    get,
    isUsable(secretId, modelId) {
      const { condition } = get(secretId)
      if (condition === 'denied') return entries.get(secretId)?.denials.has(modelId) !== true
      return condition === 'untried' || condition === 'good'
    },
    noteGood(secretId, modelId) {
      const { denials } = entryOf(secretId)
      denials.delete(modelId)
      set(secretId, { condition: 'good', until: null, failure: undefined })
    },
    noteFailure(secretId, modelId, error) {
      switch (error.code) {
        case 'keyRefused':
        case 'keyMalformed':
          set(secretId, { condition: 'refused', until: null, failure: error })
          return true
        case 'quotaExhausted':
          set(secretId, { condition: 'exhausted', until: null, failure: error })
          return true
        case 'permissionDenied':
          // The service may deny only this model or region, so other models remain usable.
          entryOf(secretId).denials.set(modelId, error)
          set(secretId, { condition: 'denied', until: null, failure: undefined })
          return true
        case 'rateLimited': {
          const seconds = error.details.retryAfterSeconds
          const asked = seconds === undefined ? limitMillisecondsDefault : seconds * 1000
          const wait = Math.min(asked, maxLimitMilliseconds)
          set(secretId, { condition: 'limited', until: now() + wait, failure: error })
          return true
        }
        default:
          return false
      }
    },
    soonestFailure(secretIds, modelId) {
      const failures = secretIds.flatMap((secretId) => {
        const entry = entries.get(secretId)
        const failure = entry?.failure ?? entry?.denials.get(modelId)
        return failure ? [{ failure, until: entry?.until ?? null }] : []
      })
      const [first] = failures.sort((one, other) => urgencyOf(one) - urgencyOf(other))
      if (first === undefined || first.until === null) return first?.failure
      return limitedUntil(first.failure, Math.max(0, first.until - now()))
    },
    forget(secretId) {
      if (entries.delete(secretId)) onChanged()
    },
    forgive(providerId) {
      const worse = [...entries].filter(
        ([secretId, { condition }]) =>
          ownerOf(secretId).providerId === providerId && condition !== 'good',
      )
      for (const [secretId] of worse) entries.delete(secretId)
      if (worse.length > 0) onChanged()
    },
  }
}

/** Returns a sort key: smaller for failures that end on their own, and sooner. */
function urgencyOf({ failure, until }: { failure: AppError; until: number | null }): number {
  if (until !== null) return until
  const order = ['quotaExhausted', 'permissionDenied', 'keyRefused']
  return Number.MAX_SAFE_INTEGER - order.length + order.indexOf(failure.code)
}

/**
 * Returns the failure with the remaining time. It may come from an earlier request for another
 * model.
 */
function limitedUntil(failure: AppError, milliseconds: number): AppError {
  const { requestId: _requestId, model: _model, ...details } = failure.details
  const retryAfterSeconds = Math.ceil(milliseconds / 1000)
  return new AppError(failure.code, failure.message, { ...details, retryAfterSeconds }, failure)
}
