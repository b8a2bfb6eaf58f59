/** A match: its message, and its number within that message. */
export interface Place {
  messageId: string
  ordinal: number
}

/** Messages in reading order, with the number of matches in each. */
export type Counts = readonly (readonly [messageId: string, count: number])[]

/** Positions of the messages in the chat; those not known yet are older than all others. */
export type Positions = ReadonlyMap<string, number>

export function inReadingOrder(messageIds: Iterable<string>, positions: Positions): string[] {
  const positionOf = (id: string): number => positions.get(id) ?? -1
  return [...messageIds].sort((one, other) => positionOf(one) - positionOf(other))
}

export function totalOf(counts: Counts): number {
  return counts.reduce((total, [, count]) => total + count, 0)
}

/** Returns the number of a match among all, from 1; 0 if its message has none. */
export function numberOf(counts: Counts, place: Place): number {
  let before = 0
  for (const [id, count] of counts) {
    if (id === place.messageId) return Math.min(before + place.ordinal + 1, before + count)
    before += count
  }
  return 0
}

/**
 * Returns the match before or after a place, which need not hold one itself. After the last comes
 * the first.
 */
export function neighbourOf(
  counts: Counts,
  { messageId, ordinal }: Place,
  by: 1 | -1,
): Place | undefined {
  const at = counts.findIndex(([id]) => id === messageId)
  if (at < 0) return by > 0 ? firstPlace(counts) : lastPlace(counts)
  const next = ordinal + by
  if (next >= 0 && next < (counts[at]?.[1] ?? 0)) return { messageId, ordinal: next }
  for (let step = 1; step <= counts.length; step += 1) {
    const [id, count] = counts.at((at + by * step + counts.length) % counts.length) ?? ['', 0]
    if (count > 0) return { messageId: id, ordinal: by > 0 ? 0 : count - 1 }
  }
  return undefined
}

/**
 * Returns the first match at or after this position of the chat, or else the last one before it.
 */
export function placeFrom(
  counts: Counts,
  positions: Positions,
  position: number,
): Place | undefined {
  const after = counts.filter(([id]) => (positions.get(id) ?? -1) >= position)
  return firstPlace(after) ?? lastPlace(counts)
}

function firstPlace(counts: Counts): Place | undefined {
  const [id] = counts.find(([, count]) => count > 0) ?? []
  return id === undefined ? undefined : { messageId: id, ordinal: 0 }
}

function lastPlace(counts: Counts): Place | undefined {
  const [id, count] = counts.findLast(([, own]) => own > 0) ?? []
  return id === undefined || count === undefined ? undefined : { messageId: id, ordinal: count - 1 }
}
