import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const dayMilliseconds = 24 * 60 * 60 * 1000

/**
 * A failure that need not be met again at every start. It counts for a day, and only while
 * `subject` (what was tried, and from where) is the same.
 * @param {string} file
 * @param {string} subject
 */
export function rememberedFailure(file, subject) {
  return {
    /** @returns {string | undefined} the reason, while it counts */
    recall(now = Date.now()) {
      try {
        const failure = JSON.parse(readFileSync(file, 'utf8'))
        const age = now - failure.at
        return failure.subject === subject && age >= 0 && age < dayMilliseconds
          ? String(failure.reason)
          : undefined
      } catch {
        return undefined
      }
    },
    /** @param {string} reason */
    remember(reason, now = Date.now()) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ subject, reason, at: now }))
    },
    forget() {
      rmSync(file, { force: true })
    },
  }
}
