/** The first moments belong to the page. */
const startMs = 2000

interface BackgroundSlices {
  /** Does one slice of a few milliseconds. Returns false if nothing is left. */
  work: () => boolean
  /** A slice failed, and no more follow. */
  onFailure: (error: unknown) => void
  delayMs?: number
}

/**
 * Does slice after slice from shortly after the start, and pauses after each as long as it took, so
 * that main answers other requests in between. Returns a function that stops it.
 */
export function runBackgroundSlices({
  work,
  onFailure,
  delayMs = startMs,
}: BackgroundSlices): () => void {
  let timer: NodeJS.Timeout | undefined
  const run = (): void => {
    const start = performance.now()
    try {
      if (!work()) return
    } catch (error) {
      onFailure(error)
      return
    }
    timer = setTimeout(run, performance.now() - start)
  }
  timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
