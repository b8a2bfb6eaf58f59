import { storeLocally } from '../../core/stored/storeLocally.ts'
import type { BlockPath } from './blockPath.ts'

/** A reader's place: this many pixels below the upper edge of a message. */
export interface ReadingPlace {
  messageId: string
  offset: number
  /** The block at that place, if any: heights above it may not be known yet. */
  block?: BlockPlace | undefined
}

export interface BlockPlace {
  path: BlockPath
  /** Pixels from the visible upper edge to the block. */
  top: number
}

const storageKey = 'readingPlaces'
const maxPlaces = 200

/** Returns the place at which the reader left a conversation; undefined for its end. */
export function recallPlace(conversationId: string): ReadingPlace | undefined {
  const found = readPlaces().find(([id]) => id === conversationId)
  if (!found) return undefined
  const [, messageId, offset, top, ...path] = found
  return { messageId, offset, ...(top === undefined ? {} : { block: { path, top } }) }
}

export function rememberPlace(conversationId: string, place: ReadingPlace | undefined): void {
  const places = readPlaces().filter(([id]) => id !== conversationId)
  if (place)
    places.push([conversationId, place.messageId, Math.round(place.offset), ...blockOf(place)])
  storeLocally(storageKey, JSON.stringify(places.slice(-maxPlaces)))
}

function blockOf({ block }: ReadingPlace): [] | [top: number, ...path: number[]] {
  return block ? [Math.round(block.top), ...block.path] : []
}

type StoredPlace = [
  conversationId: string,
  messageId: string,
  offset: number,
  top?: number,
  ...path: number[],
]

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
    value.length > 2 &&
    value.slice(2).every(Number.isFinite)
  )
}
