import { joinSketchFrames, type SketchFrame } from '../../../shared/media/sketch.ts'

/** The frames of one session on their way to its page. */
export interface SketchFrames {
  /** Adds a frame. A picture replaces one that nobody has read yet. */
  put: (frame: SketchFrame) => void
  /** Ends `read` once all frames are read. */
  end: () => void
  read: () => AsyncGenerator<SketchFrame, void, undefined>
}

export function createSketchFrames(): SketchFrames {
  const waiting: SketchFrame[] = []
  let hasEnded = false
  let wake = (): void => undefined

  return {
    put(frame) {
      const last = waiting.at(-1)
      const joined = last && joinSketchFrames(last, frame)
      if (joined) waiting[waiting.length - 1] = joined
      else waiting.push(frame)
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
    async *read() {
      for (;;) {
        const frame = waiting.shift()
        if (frame) yield frame
        else if (hasEnded) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
