import { z } from 'zod'
import { messageSchema } from '../chat/chat.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { maxDraftedLength } from '../limits.ts'

/** The smallest and largest sides of a page, in CSS pixels. The column is the widest. */
export const frameLimits = { minHeight: 60, maxHeight: 900, minWidth: 160 }

const side = z.number().positive().nullable()
const frameInput = z.object({ frameId: z.uuid() })

/**
 * The pages of plugins, each in a frame below the result that it shows. Main serves the page and
 * answers its messages; the window reads none.
 */
export const pluginFrames = {
  /**
   * Fetches the page for a call's result. The frame may load the address once. Width and height
   * are in CSS pixels; null leaves them to the window. Errors: messageMissing, pluginNotFound if
   * the plugin is gone or shows no page, pluginServerFailed, pluginNetworkRefused,
   * connectionFailed.
   */
  open: method(
    z.object({
      messageId: z.uuid(),
      toolCallId: z.string().max(500),
      /** The window's theme now, for views of the Model Context Protocol. */
      theme: z.enum(['light', 'dark']),
    }),
    z.object({
      frameId: z.uuid(),
      address: z.string(),
      title: z.string(),
      width: side,
      height: side,
    }),
  ),
  /** Ends a frame's requests and forgets its address. */
  close: method(frameInput, nothing),
  /** Tells whether the user works in the frame: only then may its page ask the model again. */
  setUsed: method(frameInput.extend({ isUsed: z.boolean() }), nothing),
  /** A page has changed the answer, or wants the model to go on with it. */
  changed: event(frameInput.extend({ message: messageSchema.nullable(), asksModel: z.boolean() })),
  /** A view has a text for the user's next message, and the user wants it there. */
  drafted: event(frameInput.extend({ text: z.string().max(maxDraftedLength) })),
  /** A view asks for another size; null leaves a side as it is. */
  resized: event(frameInput.extend({ width: side, height: side })),
  /**
   * Main has ended a frame: its plugin is gone, off, or may do something else now; or its page has
   * sent more than it may.
   */
  closed: event(frameInput.extend({ reason: z.enum(['stopped', 'flood']) })),
}
