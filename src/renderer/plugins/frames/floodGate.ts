/** A page that sends more than this within a second loses its frame. */
export const messagesMaximum = 200
export const messageBytesMaximum = 1_000_000

const secondMilliseconds = 1000

export interface FloodGate {
  /** Counts a message, before it is read. Returns false if there are too many. */
  admit: (now: number) => boolean
  /** Counts what a message holds. Returns false if it is too much. */
  weigh: (message: unknown, now: number) => boolean
}

/** Counts a page's messages and their size in each second. */
export function createFloodGate(): FloodGate {
  let since = -Infinity
  let messages = 0
  let bytes = 0
  const count = (now: number): void => {
    if (now - since < secondMilliseconds) return
    since = now
    messages = 0
    bytes = 0
  }
  return {
    admit(now) {
      count(now)
      messages += 1
      return messages <= messagesMaximum
    },
    weigh(message, now) {
      count(now)
      bytes += sizeOf(message, messageBytesMaximum - bytes)
      return bytes <= messageBytesMaximum
    },
  }
}

/** Returns the approximate size of a message in bytes; stops counting past the limit. */
export function sizeOf(message: unknown, limit: number): number {
  const waiting: unknown[] = [message]
  const seen = new Set<object>()
  let size = 0
  while (waiting.length > 0 && size <= limit) {
    const value = waiting.pop()
    size += 8
    if (typeof value === 'string') size += value.length * 2
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size += value.byteLength
    else if (value instanceof Blob) size += value.size
    else if (value instanceof Map || value instanceof Set) waiting.push(...membersOf(value, limit))
    else waiting.push(...fieldsOf(value, limit))
  }
  return size
}

/** Returns at most as many entries as could fit. */
function membersOf(members: Map<unknown, unknown> | Set<unknown>, limit: number): unknown[] {
  if (members.size * 8 > limit) return ['x'.repeat(limit)]
  return [...members]
}

function fieldsOf(object: object, limit: number): unknown[] {
  const keys = Object.keys(object)
  if (keys.length * 8 > limit) return ['x'.repeat(limit)]
  return keys.flatMap((key) => [key, (object as Record<string, unknown>)[key]])
}
