/** Where a reader was: so many pixels below the upper edge of a message. */
export interface ReadingPlace {
  messageId: string
  offset: number
}

const storageKey = 'readingPlaces'
const placesMaximum = 200

/** Where a conversation was left; undefined for its end. */
export function recallPlace(conversationId: string): ReadingPlace | undefined {
  const [, messageId, offset] = readPlaces().find(([id]) => id === conversationId) ?? []
  return messageId === undefined ? undefined : { messageId, offset: offset ?? 0 }
}

export function rememberPlace(conversationId: string, place: ReadingPlace | undefined): void {
  const others = readPlaces().filter(([id]) => id !== conversationId)
  const places: StoredPlace[] = place
    ? [...others, [conversationId, place.messageId, Math.round(place.offset)]]
    : others
  try {
    localStorage.setItem(storageKey, JSON.stringify(places.slice(-placesMaximum)))
  } catch {
    // A full disk must not keep anyone from reading.
  }
}

type StoredPlace = [conversationId: string, messageId: string, offset: number]

function readPlaces(): StoredPlace[] {
  try {
    const places: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(places) ? places.filter(isStoredPlace) : []
  } catch {
    return []
  }
}

function isStoredPlace(value: unknown): value is StoredPlace {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'string' &&
    Number.isFinite(value[2])
  )
}
