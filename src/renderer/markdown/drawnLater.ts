/** The parts that are still loading or waiting for their turn. */
const unfinished = new Set<object>()
const waiting: (() => void)[] = []

/** Notes that a part will change what is shown, or that it has done so. */
export function setUnfinished(part: object, isUnfinished: boolean): void {
  if (isUnfinished) unfinished.add(part)
  else unfinished.delete(part)
  if (unfinished.size > 0 || waiting.length === 0) return
  for (const resolve of waiting.splice(0)) resolve()
}

/** Returns the same work, which counts as unfinished until it has come to its end. */
export function drawLater<Result>(work: Promise<Result>): Promise<Result> {
  setUnfinished(work, true)
  return work.finally(() => setUnfinished(work, false))
}

/**
 * Resolves when all visible parts of all texts have been drawn: slices, formulas, colours of code,
 * cleaned HTML and diagrams.
 */
export async function whenDrawn(): Promise<void> {
  do {
    if (unfinished.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    await observersHaveSeen()
  } while (unfinished.size > 0)
}

/** Diagrams begin when an observer of theirs sees them. All observers are told in one task. */
function observersHaveSeen(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      setTimeout(resolve)
    })
    observer.observe(document.documentElement)
  })
}
