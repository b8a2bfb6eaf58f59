import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** An entry of a manual order. Entries stand by (key, id), compared by code units. */
export interface Ordered {
  id: string
  key: string
}

/** Many moves to the same place make keys longer; beyond this, all siblings get new ones. */
const maxKeyLength = 50

/**
 * Places new entries among their siblings: before one of them, or last for null. `siblings` are in
 * order and hold none of `ids`. Returns the keys to write: those of `ids` and, after a renewal, those
 * of all siblings. Returns undefined if `beforeId` is no sibling.
 */
export function placeBefore(
  siblings: readonly Ordered[],
  ids: readonly string[],
  beforeId: string | null,
): Map<string, string> | undefined {
  const found = siblings.findIndex(({ id }) => id === beforeId)
  if (beforeId !== null && found < 0) return undefined
  const index = beforeId === null ? siblings.length : found
  const keys = keysBetween(siblings[index - 1]?.key, siblings[index]?.key, ids.length)
  if (keys) return new Map(ids.map((id, at) => [id, keys[at] ?? '']))
  const all = [...siblings.map(({ id }) => id)]
  all.splice(index, 0, ...ids)
  const renewed = generateNKeysBetween(null, null, all.length)
  return new Map(all.map((id, at) => [id, renewed[at] ?? '']))
}

/** Returns undefined where no short key fits: between equal keys, or beside one that is no key. */
function keysBetween(lower = '', upper = '', count: number): string[] | undefined {
  if (lower !== '' && upper !== '' && lower >= upper) return undefined
  try {
    const keys =
      count === 1
        ? [generateKeyBetween(lower || null, upper || null)]
        : generateNKeysBetween(lower || null, upper || null, count)
    return keys.every(({ length }) => length <= maxKeyLength) ? keys : undefined
  } catch {
    return undefined
  }
}
