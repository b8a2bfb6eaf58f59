import { AppError } from '../../shared/errors.ts'

/** Far above the needs of any method. A page that sends more wants to keep main busy. */
const maxValues = 20_000
const maxDepth = 64
/** Characters of strings and bytes of buffers. */
const maxSize = 80_000_000

/**
 * Rejects an oversized input before a schema reads it. Visits a limited number of values at any
 * depth. Throws badInput.
 */
export function boundInput(input: unknown): void {
  let values = 0
  let size = 0
  const count = (length: number): void => {
    size += length
    if (size > maxSize) throw tooLarge()
  }
  const walk = (value: unknown, depth: number): void => {
    if (++values > maxValues || depth > maxDepth) throw tooLarge()
    if (typeof value === 'string') return count(value.length)
    if (typeof value !== 'object' || value === null) return
    // Counts the whole buffer, because a small view sends all of it.
    if (ArrayBuffer.isView(value)) return count(value.buffer.byteLength)
    if (value instanceof ArrayBuffer) return count(value.byteLength)
    if (value instanceof Map || value instanceof Set) {
      if (value.size > maxValues) throw tooLarge()
      // Iterating a map yields pairs, so that its keys count too.
      for (const item of value) walk(item, depth + 1)
    } else if (Array.isArray(value)) {
      if (value.length > maxValues) throw tooLarge()
      for (const item of value) walk(item, depth + 1)
    } else {
      for (const name in value) {
        count(name.length)
        walk((value as Record<string, unknown>)[name], depth + 1)
      }
    }
  }
  walk(input, 0)
}

function tooLarge(): AppError {
  return new AppError('badInput', 'The input is too large')
}
