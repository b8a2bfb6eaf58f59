import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors.ts'

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const sqlite = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const
const IOERR_SHORT_READ = 522
const IOERR_CORRUPTFS = 8458

/**
 * Converts a failure of SQLite or of the file system to an AppError; returns any other error
 * unchanged.
 */
export function translateStorageError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  if ('errcode' in error && typeof error.errcode === 'number') {
    return translateSqliteError(error, error.errcode, path)
  }
  return 'code' in error ? translateFileError(error, error.code, path) : error
}

/** Runs `work` and translates its errors. */
export function translating<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateStorageError(error, path)
  }
}

export function damaged(path: string, reason: string, cause?: unknown): AppError {
  return new AppError('databaseDamaged', `The history is damaged: ${reason}`, about(path), cause)
}

function translateSqliteError(error: Error, code: number, path: string): unknown {
  if (code === IOERR_SHORT_READ || code === IOERR_CORRUPTFS) {
    return damaged(path, error.message, error)
  }
  switch (code & 0xff) {
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return damaged(path, error.message, error)
    case sqlite.full:
      return full(path, error)
    case sqlite.ioError:
      return hasNoSpace(path) ? full(path, error) : error
    case sqlite.cannotOpen:
      // A full disk causes the same error for the write-ahead log as a read-only folder.
      return hasNoSpace(path) ? full(path, error) : readOnly(path, error)
    case sqlite.busy:
    case sqlite.locked:
      return new AppError('databaseLocked', 'Another program holds the history', about(path), error)
    case sqlite.permission:
    case sqlite.readOnly:
      return readOnly(path, error)
    default:
      return error
  }
}

function translateFileError(error: Error, code: unknown, path: string): unknown {
  if (code === 'ENOSPC' || code === 'EDQUOT') return full(path, error)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return readOnly(path, error)
  return error
}

function full(path: string, cause: Error): AppError {
  return new AppError('diskFull', 'The disk that holds the history is full', about(path), cause)
}

function readOnly(path: string, cause: Error): AppError {
  return new AppError('folderReadOnly', 'The history can not be written to', about(path), cause)
}

function about(path: string): { subject: string } {
  return { subject: path }
}

function hasNoSpace(path: string): boolean {
  try {
    return statfsSync(dirname(path)).bavail === 0
  } catch {
    return false
  }
}
