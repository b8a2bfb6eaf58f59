const secondMs = 1000
const minuteMs = 60 * secondMs

/** Milliseconds until `formatTimeLeft` says something else: it counts minutes, then seconds. */
export function msUntilNextTimeLeft(leftMs: number): number {
  return Math.max(0, leftMs % (leftMs < minuteMs ? secondMs : minuteMs)) + 1
}
