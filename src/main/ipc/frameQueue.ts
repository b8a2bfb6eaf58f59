/** The time after a post within which frames are collected into one batch. */
const batchMilliseconds = 16
/** The number of posts sent immediately: a batch before the first word would delay it. */
const eagerPosts = 3
/** The limit of unacknowledged posts. Past it frames wait and are joined. */
export const maxUnacknowledgedPosts = 4
/** The limit of waiting frames, counted before joining. Past it the source is not read. */
export const maxWaitingFrames = 1024

interface Outlet {
  post: (frames: unknown[]) => void
  join: ((first: unknown, second: unknown) => unknown) | undefined
}

export interface FrameQueue {
  /** Takes a frame. Returns a promise if the caller must wait for room. */
  push: (frame: unknown) => Promise<void> | undefined
  acknowledge: () => void
  /** Posts all waiting frames, even if earlier posts are unacknowledged. */
  flush: () => void
  /** Releases a waiting `push` and stops posting. */
  close: () => void
}

/**
 * Collects, joins and posts frames: the first ones immediately, later ones in batches. Drops
 * nothing. `push` waits if the page does not keep up.
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
    if (timer || waiting.length === 0 || unacknowledged >= maxUnacknowledgedPosts) return
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
      if (waitingCount < maxWaitingFrames || closed) return undefined
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
