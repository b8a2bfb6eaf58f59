/** Shorter texts can't hold many values. */
const uncountedBytes = 64 * 1024
const comma = 44
const bracket = 91
const brace = 123

/**
 * Tells whether JSON holds more values than a number, without parsing it, which takes time by these.
 * Counts commas and brackets, those in texts too.
 */
export function hasMoreValues(json: Uint8Array, maximum: number): boolean {
  if (json.byteLength < uncountedBytes) return false
  let count = 0
  for (const byte of json) {
    if (byte === comma || byte === bracket || byte === brace) count++
  }
  return count > maximum
}
