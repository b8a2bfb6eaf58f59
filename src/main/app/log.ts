import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect } from 'node:util'
import type { Log } from '../feature.ts'

/** The log is put aside at this size; one older file is kept. */
const sizeMaximumBytes = 1_000_000
const entryLengthMaximum = 8_000

/**
 * A small log of what went wrong, for the user to send with a report. Nothing that people said
 * is in it, and every line goes through `redact`, which takes keys out.
 */
export function createLog(file: string, redact: (text: string) => string): Log {
  return (event, detail) => {
    const shown = detail === undefined ? '' : ` ${inspect(detail, { depth: 4 })}`
    const entry = redact(`${new Date().toISOString()} ${event}${shown}`).slice(
      0,
      entryLengthMaximum,
    )
    try {
      mkdirSync(dirname(file), { recursive: true })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > sizeMaximumBytes) {
        renameSync(file, `${file}.old`)
      }
      appendFileSync(file, `${entry}\n`, { mode: 0o600 })
    } catch {
      // A log that can't be written must not be what stops the app: a full disk is shown elsewhere.
    }
    process.stderr.write(`${entry}\n`)
  }
}
