import type { SketchFrame } from '../../../shared/media/sketch.ts'

/** The frames of one session on their way to its stream, which joins those that wait for the page. */
export interface SketchFrames {
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
      waiting.push(frame)
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
