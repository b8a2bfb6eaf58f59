import type { KeptSwitches } from '../../markdown/keptSwitches.ts'

const textsMaximum = 500
const placesMaximum = 200

/** What is switched in each text, by message and part; the one switched last comes last. */
const texts = new Map<string, Map<string, string>>()
const nothing: ReadonlyMap<string, string> = new Map()

/** Where it is kept what the reader has switched in one text of a message, until the app ends. */
export function keptSwitches(text: string): KeptSwitches {
  return {
    all: () => texts.get(text) ?? nothing,
    set: (place, state) => {
      const places = texts.get(text) ?? new Map<string, string>()
      texts.delete(text)
      places.delete(place)
      if (state !== '') places.set(place, state)
      if (places.size > 0) texts.set(text, places)
      dropOldest(places, placesMaximum)
      dropOldest(texts, textsMaximum)
    },
  }
}

function dropOldest(kept: Map<string, unknown>, maximum: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= maximum) break
    kept.delete(oldest)
  }
}
