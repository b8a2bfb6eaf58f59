import { mulberry32 } from '../mulberry32.ts'
import type { Cut } from './play.ts'

/** Returns pieces of random lengths, mostly short. The seed determines them. */
export function randomCut(seed: number): Cut {
  return function* lengths(total) {
    const random = mulberry32(seed)
    // Long answers get longer pieces, to limit the number of writes to a few hundred.
    const longest = Math.max(8, Math.ceil(total / 150))
    for (let sent = 0; sent < total;) {
      const length = 1 + Math.floor(random() * longest)
      yield length
      sent += length
    }
  }
}
