/** Removes the entries that were set first until no more than `maximum` are left. */
export function dropOldest(kept: Map<string, unknown>, maximum: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= maximum) return
    kept.delete(oldest)
  }
}
