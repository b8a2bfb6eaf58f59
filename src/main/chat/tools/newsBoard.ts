import { setTimeout } from 'node:timers/promises'
import type { ReplyFrame } from '../../../shared/chat/chat.ts'
import type { ToolNews } from '../../../shared/chat/parts.ts'

/** A server may tell its progress faster than anybody reads. */
const pauseMilliseconds = 200

/** Collects what running calls tell. */
export interface NewsBoard {
  /** Takes what a call tells, in place of what it told before. */
  tell: (callId: string, news: ToolNews) => void
  /** Resolves to the frames with the newest of each call, once there is something to show. */
  next: () => Promise<ReplyFrame[]>
}

export function createNewsBoard(): NewsBoard {
  const told = new Map<string, ToolNews>()
  let shownAt = -Infinity
  let wake: (() => void) | undefined
  return {
    tell(callId, news) {
      told.set(callId, news)
      wake?.()
    },
    async next() {
      if (told.size === 0) await new Promise<void>((resolve) => (wake = resolve))
      const pause = shownAt + pauseMilliseconds - performance.now()
      if (pause > 0) await setTimeout(pause, undefined, { ref: false })
      shownAt = performance.now()
      const frames = [...told].map(([id, news]) => ({ type: 'toolNews' as const, id, ...news }))
      told.clear()
      return frames
    },
  }
}
