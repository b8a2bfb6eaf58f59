let painted: Promise<void> | undefined

/** Resolves once the page has painted something. */
function firstPaint(): Promise<void> {
  painted ??= new Promise((resolve) => {
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
  return painted
}

/** The first moments belong to the chat that is shown, and to the user. */
const settleMilliseconds = 500

/** Resolves once the page has painted something, has settled and is idle. */
export async function whenIdle(): Promise<void> {
  await firstPaint()
  await new Promise((resolve) => setTimeout(resolve, settleMilliseconds))
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
}

let settled: Promise<void> | undefined

/** Resolves once the page has settled after its start, and at once from then on. */
export function whenSettled(): Promise<void> {
  return (settled ??= whenIdle())
}
