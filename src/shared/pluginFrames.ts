import { z } from 'zod'
import { messageSchema } from './chat.ts'
import { event, method, nothing } from './ipc/define.ts'

const frameInput = z.object({ frameId: z.uuid() })

/**
 * The pages of plugins, each in a frame below the result that it shows. Main serves the page and
 * answers its messages; the window passes them on.
 */
export const pluginFrames = {
  /**
   * Fetches the page for a call's result. The frame may load the address once. Width and height
   * are in CSS pixels; null leaves them to the window. Errors: messageMissing, pluginNotFound if
   * the plugin is gone or shows no page, pluginServerFailed, pluginNetworkRefused,
   * connectionFailed.
   */
  open: method(
    z.object({ messageId: z.uuid(), toolCallId: z.string().max(500) }),
    z.object({
      frameId: z.uuid(),
      address: z.string(),
      title: z.string(),
      width: z.number().positive().nullable(),
      height: z.number().positive().nullable(),
    }),
  ),
  /** Ends a frame's requests and forgets its address. */
  close: method(frameInput, nothing),
  /**
   * Answers a message of the page. `isUsed` tells that the user has worked in the frame since the
   * page last asked the model. `message` is the changed answer; `asksModel` that the model should
   * go on with it. Errors: pluginNotFound if the frame is closed.
   */
  receive: method(
    frameInput.extend({ message: z.unknown(), isUsed: z.boolean() }),
    z.object({
      /** What the frame is sent, in order. */
      replies: z.array(z.record(z.string(), z.unknown())),
      message: messageSchema.nullable(),
      asksModel: z.boolean(),
    }),
  ),
  /** Main has ended a frame: its plugin is gone, off, or may do something else now. */
  closed: event(frameInput),
}
