import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const dayMilliseconds = 24 * 60 * 60 * 1000

/**
 * Remembers a failure for a day, so that each start need not repeat it. It applies only to the same
 * `subject` (the attempted action and its source).
 * @param {string} file
 * @param {string} subject
 */
export function rememberedFailure(file, subject) {
  return {
    /** @returns {string | undefined} the reason of a remembered failure */
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
