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

/** Tommy Ettinger's generator of 32 bits: small, and good enough to cut bytes. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
