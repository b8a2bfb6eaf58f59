const quickMilliseconds = 500
/** The time in which a job is looked at often: many take only seconds. */
const quickFor = 5000
const growth = 1.5
const maxPauseMilliseconds = 5000
const farPosition = 20
const farPause = 15_000

/** Returns how long to wait until the next look at a job, in milliseconds. */
export function pollPause({
  last,
  waited,
  position,
}: {
  /** The pause before; 0 for the first. */
  last: number
  /** Milliseconds since Parley began to follow the job. */
  waited: number
  /** The number of jobs ahead of it; null if unknown. */
  position: number | null
}): number {
  if (position !== null && position > farPosition) return farPause
  if (waited < quickFor) return quickMilliseconds
  return Math.min(Math.max(last, quickMilliseconds) * growth, maxPauseMilliseconds)
}
