/** The paths of what the user dropped on a window, as the preload script told them. */
export interface DroppedPaths {
  add: (path: string) => void
  has: (path: string) => boolean
}

/** A user drops at most a few thousand; the oldest are forgotten first. */
const maxPaths = 10_000

/**
 * Remembers what was dropped until Parley ends. The page names files by their paths, and is not
 * trusted: without this it could name any file.
 */
export function createDroppedPaths(): DroppedPaths {
  const paths = new Set<string>()
  return {
    add(path) {
      paths.add(path)
      const [oldest] = paths
      if (paths.size > maxPaths && oldest !== undefined) paths.delete(oldest)
    },
    has: (path) => paths.has(path),
  }
}
