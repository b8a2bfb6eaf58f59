import type { KeptSwitches } from '../../markdown/keptSwitches.ts'
import { dropOldest } from '../../../shared/dropOldest.ts'

const maxTexts = 500
const maxPlaces = 200

/** The switches in each text, by message and part; the text switched last is at the end. */
const texts = new Map<string, Map<string, string>>()
const nothing: ReadonlyMap<string, string> = new Map()

/** Returns the storage for switches in one text of a message, which lasts until the app quits. */
export function keptSwitches(text: string): KeptSwitches {
  return {
    all: () => texts.get(text) ?? nothing,
    set: (place, state) => {
      const places = texts.get(text) ?? new Map<string, string>()
      texts.delete(text)
      places.delete(place)
      if (state !== '') places.set(place, state)
      if (places.size > 0) texts.set(text, places)
      dropOldest(places, maxPlaces)
      dropOldest(texts, maxTexts)
    },
  }
}
