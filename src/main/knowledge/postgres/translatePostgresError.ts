import { DatabaseError } from 'pg'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'

/** The codes of PostgreSQL's errors, by their first letters. */
const codes: readonly (readonly [string, ErrorCode])[] = [
  ['28', 'keyRefused'],
  ['3D', 'addressInvalid'],
  // No right to change a table, and a server that takes no changes at all.
  ['42501', 'teamDatabaseReadOnly'],
  ['25006', 'teamDatabaseReadOnly'],
  ['53100', 'diskFull'],
  ['53', 'overloaded'],
  ['55P03', 'overloaded'],
  ['57014', 'timeout'],
  ['57P', 'connectionFailed'],
  ['08', 'connectionFailed'],
  ['XX', 'knowledgeDamaged'],
]

/** Tells whether an error means that a connection has ended. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57P)/.test(error.code ?? '')
  return error instanceof Error && !/timeout/i.test(error.message)
}

/** Name of the service for the texts of errors. */
const details = { provider: 'PostgreSQL' }

/** Returns an error of the database as one that the user can understand. */
export function translatePostgresError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof DatabaseError) {
    const known = codes.find(([prefix]) => error.code?.startsWith(prefix))
    return new AppError(known?.[1] ?? 'serverError', message, details, error)
  }
  const isSlow = /timeout/i.test(message)
  return new AppError(isSlow ? 'timeout' : 'connectionFailed', message, details, error)
}
