/** Sends the newest state of a drawing while it changes. */
export interface SketchSender {
  /** Has the drawing sent as it is once the one before has left. */
  change: () => void
  /** Sends nothing any more. */
  stop: () => void
}

export interface SketchSenderOptions {
  /** Reads the drawing and hands it to main. */
  send: () => Promise<void>
  /** Resolves when the next drawing may be sent. */
  pause: () => Promise<void>
  onError: (error: unknown) => void
}

/** Creates a sender. States in between are not sent. */
export function createSketchSender({ send, pause, onError }: SketchSenderOptions): SketchSender {
  let isChanged = false
  let isSending = false
  let isStopped = false

  async function sendAll(): Promise<void> {
    isSending = true
    try {
      while (isChanged && !isStopped) {
        isChanged = false
        await send()
        await pause()
      }
    } catch (error) {
      if (!isStopped) onError(error)
    } finally {
      isSending = false
    }
  }

  return {
    change() {
      isChanged = true
      if (!isSending && !isStopped) void sendAll()
    },
    stop() {
      isStopped = true
    },
  }
}
