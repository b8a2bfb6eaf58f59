import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import { wasNeverSent } from '../../providers/errors/providerErrors.ts'
import { isBusy } from './sendRow.ts'

/** The meaning for the whole table of a refusal, which costs nothing. */
export type Judgement =
  /** The service takes no more for now. */
  | 'busy'
  /** No connection. */
  | 'unreachable'
  /** Every row would be refused: the user has to do something. */
  | 'stop'
  /** Only this row is refused. */
  | 'row'

/** They concern the key, the account, the model or the configuration, not a row. */
const ofTable: ReadonlySet<ErrorCode> = new Set([
  'addressInvalid',
  'clockWrong',
  'credentialsMissing',
  'forbidden',
  'keyMalformed',
  'keyMissing',
  'keyRefused',
  'keyWithheld',
  'keychainUnavailable',
  'modelMissing',
  'modelNotFound',
  'modelRetired',
  'providerMissing',
  'quotaExhausted',
  'serverNotRunning',
])

/** Some services refuse a single text with them, too. */
const ofTableAtFirst: ReadonlySet<ErrorCode> = new Set([
  'notAnApi',
  'notFound',
  'notSupported',
  'permissionDenied',
])

/** Judges a refusal. `hasSucceeded` tells whether any row of this run was answered. */
export function judgeRefusal(error: AppError, hasSucceeded: boolean): Judgement {
  const { code, details } = error
  if (ofTable.has(code) || (ofTableAtFirst.has(code) && !hasSucceeded)) return 'stop'
  if (isBusy(error)) return details.shouldRetry === false ? 'stop' : 'busy'
  return wasNeverSent(error) ? 'unreachable' : 'row'
}
