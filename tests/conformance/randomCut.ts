import { mulberry32 } from '../mulberry32.ts'
import type { Cut } from './play.ts'

/** Pieces of random lengths, mostly short ones; the same for the same seed. */
export function randomCut(seed: number): Cut {
  return function* lengths(total) {
    const random = mulberry32(seed)
    // Long answers get longer pieces, so that none takes more than some hundred writes.
    const longest = Math.max(8, Math.ceil(total / 150))
    for (let sent = 0; sent < total;) {
      const length = 1 + Math.floor(random() * longest)
      yield length
      sent += length
    }
  }
}
