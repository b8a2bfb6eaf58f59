import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect } from 'node:util'
import type { Log } from '../feature.ts'

/** At this size the log is renamed; one older file is kept. */
const sizeMaximumBytes = 1_000_000
const maxEntryLength = 8_000

/**
 * Returns a small log of failures, which the user can send with a report, and which the terminal
 * shows too. It contains nothing that people said. `redact` removes the keys from every line.
 */
export function createLog(file: string, redact: (text: string) => string): Log {
  // A closed terminal fails each write: reported as uncaught, that would be logged without end.
  process.stderr.on('error', () => undefined)
  return (event, detail) => {
    const shown = detail === undefined ? '' : ` ${inspect(detail, { depth: 4 })}`
    const entry = redact(`${new Date().toISOString()} ${event}${shown}`).slice(0, maxEntryLength)
    try {
      mkdirSync(dirname(file), { recursive: true })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > sizeMaximumBytes) {
        renameSync(file, `${file}.old`)
      }
      appendFileSync(file, `${entry}\n`, { mode: 0o600 })
    } catch {
      // An unwritable log must not stop the app: other code reports a full disk.
    }
    process.stderr.write(`${entry}\n`)
  }
}
