/**
 * Works on items, some at a time. After a failure no more are begun; it rejects with the first one
 * once all that were begun have ended.
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let hasFailed = false
  const rest = items.values()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of rest) {
      if (hasFailed) return
      try {
        await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  })
  const settled = await Promise.allSettled(workers)
  const failed = settled.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
}
