import { AppError } from '../../shared/errors.ts'

/** Far above what any method takes; past them a page only wants to keep main busy. */
const valuesMaximum = 20_000
const depthMaximum = 64
/** Characters, and bytes of buffers. */
const sizeMaximum = 80_000_000

/**
 * Refuses what is too large to be an input before a schema walks it: reads at most so many values,
 * whatever is in them. Throws badInput.
 */
export function boundInput(input: unknown): void {
  let values = 0
  let size = 0
  const count = (length: number): void => {
    size += length
    if (size > sizeMaximum) throw tooLarge()
  }
  const walk = (value: unknown, depth: number): void => {
    if (++values > valuesMaximum || depth > depthMaximum) throw tooLarge()
    if (typeof value === 'string') return count(value.length)
    if (typeof value !== 'object' || value === null) return
    // A view may show little of a buffer that came with it as a whole.
    if (ArrayBuffer.isView(value)) return count(value.buffer.byteLength)
    if (value instanceof ArrayBuffer) return count(value.byteLength)
    if (value instanceof Map || value instanceof Set) {
      if (value.size > valuesMaximum) throw tooLarge()
      // A map gives its pairs: its keys may be large as well.
      for (const item of value) walk(item, depth + 1)
    } else if (Array.isArray(value)) {
      if (value.length > valuesMaximum) throw tooLarge()
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
