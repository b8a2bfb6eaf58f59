/** Sends the newest state of a drawing while it changes. */
export interface SketchSender {
  /** Has the drawing sent as it is once the one before has left. */
  change: () => void
  /** Lets the drawing that was sent last be sent again, because it has failed. */
  forget: () => void
  /** Sends nothing any more. */
  stop: () => void
}

export interface SketchSenderOptions<Drawing> {
  /** Returns the drawing as it is; undefined for an empty paper. */
  read: () => Promise<Drawing | undefined>
  isSame: (one: Drawing, other: Drawing) => boolean
  /** Hands a drawing to main. */
  send: (drawing: Drawing) => Promise<unknown>
  /** Resolves when the next drawing may be sent. */
  pause: () => Promise<void>
  onError: (error: unknown) => void
}

/**
 * Creates a sender. States in between are not sent, and none is sent twice in a row: Undo may lead
 * back to the one before, and each costs.
 */
export function createSketchSender<Drawing>(options: SketchSenderOptions<Drawing>): SketchSender {
  const { read, isSame, send, pause, onError } = options
  let sent: Drawing | undefined
  let isChanged = false
  let isSending = false
  let isStopped = false

  async function sendNow(): Promise<void> {
    const drawing = await read()
    // The user may have stopped while the drawing was read.
    if (drawing === undefined || isStopped) return
    if (sent !== undefined && isSame(drawing, sent)) return
    sent = drawing
    await send(drawing)
  }

  async function sendAll(): Promise<void> {
    isSending = true
    try {
      while (isChanged && !isStopped) {
        isChanged = false
        await sendNow()
        await pause()
      }
    } catch (error) {
      sent = undefined
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
    forget() {
      sent = undefined
    },
    stop() {
      isStopped = true
    },
  }
}
