import { z } from 'zod'
import { method, nothing } from './ipc/define.ts'

/** The longest document that a preview shows, in characters. */
const maxPreviewLength = 5_000_000

/** Documents of answers, each in a frame that reaches nothing. Main only serves them. */
export const previews = {
  /** Keeps a document for a new frame, which may load the address once. */
  open: method(
    z.object({ kind: z.enum(['html', 'svg']), text: z.string().max(maxPreviewLength) }),
    z.object({ previewId: z.uuid(), address: z.string() }),
  ),
  /** Forgets a document that no frame has loaded. */
  close: method(z.object({ previewId: z.uuid() }), nothing),
}
