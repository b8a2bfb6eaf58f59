/** Frames that arrive within this time of a post go out together. */
export const batchMilliseconds = 16
/** So many posts go out at once: a batch before the first word would be all that a user waits for. */
export const eagerPosts = 3
/** Posts that the page has not acknowledged yet; past it frames wait, and are joined. */
export const unacknowledgedMaximum = 4
/** Waiting frames, counted before they are joined; past it the source is not read. */
export const waitingMaximum = 1024

interface Outlet {
  post: (frames: unknown[]) => void
  join: ((first: unknown, second: unknown) => unknown) | undefined
}

export interface FrameQueue {
  /** Takes a frame; resolves when there is room for the next one. */
  push: (frame: unknown) => Promise<void> | undefined
  acknowledge: () => void
  /** Posts all that waits, acknowledged or not. */
  flush: () => void
  /** Lets a waiting `push` go, and posts nothing more. */
  close: () => void
}

/**
 * Collects, joins and posts frames: the first ones at once, the others in batches.
 * Nothing is dropped; a page that does not keep up makes `push` wait.
 */
export function createFrameQueue({ post, join }: Outlet): FrameQueue {
  let waiting: unknown[] = []
  let waitingCount = 0
  let unacknowledged = 0
  let postedAt = -Infinity
  let posts = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let makeRoom: (() => void) | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0 || closed) return
    const frames = waiting
    waiting = []
    waitingCount = 0
    unacknowledged += 1
    posts += 1
    postedAt = performance.now()
    post(frames)
    makeRoom?.()
    makeRoom = undefined
  }

  function schedule(): void {
    if (timer || waiting.length === 0 || unacknowledged >= unacknowledgedMaximum) return
    const wait = batchMilliseconds - (performance.now() - postedAt)
    if (wait <= 0 || posts < eagerPosts) send()
    else timer = setTimeout(send, wait)
  }

  return {
    push(frame) {
      const last = waiting.at(-1)
      const joined = last === undefined ? undefined : join?.(last, frame)
      if (joined === undefined) waiting.push(frame)
      else waiting[waiting.length - 1] = joined
      waitingCount += 1
      schedule()
      if (waitingCount < waitingMaximum || closed) return undefined
      return new Promise((resolve) => (makeRoom = resolve))
    },
    acknowledge() {
      unacknowledged = Math.max(0, unacknowledged - 1)
      schedule()
    },
    flush: send,
    close() {
      closed = true
      clearTimeout(timer)
      makeRoom?.()
    },
  }
}
