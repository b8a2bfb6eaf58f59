/** Maps items with limited concurrency and keeps their order. Rejects with the first failure. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  async function work(): Promise<void> {
    for (const [index, item] of entries) results[index] = await map(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return results
}
