const lookMilliseconds = 1000
/** A page that adds more entries to the window's history loses its frame. */
const maxEntries = 15

/** Calls `onFilled` when the window's history grows, which Parley itself never does. */
export function watchHistory(onFilled: () => void): () => void {
  const before = history.length
  const timer = setInterval(() => {
    if (history.length - before <= maxEntries) return
    clearInterval(timer)
    onFilled()
  }, lookMilliseconds)
  return () => clearInterval(timer)
}
