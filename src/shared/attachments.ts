import { z } from 'zod'
import { method } from './ipc/define.ts'
import { attachmentSchema } from './parts.ts'

export const attachmentBytesMaximum = 50 * 1024 * 1024
export const attachmentsMaximum = 20
/** The files of one message together: a request holds all of them, in letters. */
export const messageBytesMaximum = 200 * 1024 * 1024
/** How much of a file one call carries. */
export const uploadBytesMaximum = 1024 * 1024

const uploadIdSchema = z.uuid()
const nothing = z.object({})

/** Files of the user's. A stored one is served to the page at `/attachments/<id>`. */
export const attachments = {
  /** Errors: tooManyCalls where too many files are on their way, diskFull, filesFull. */
  begin: method(
    z.object({ name: z.string().min(1).max(255) }),
    z.object({ uploadId: uploadIdSchema }),
  ),
  /** The next piece, in order. Errors: attachmentTooLarge, attachmentMissing, diskFull, filesFull. */
  append: method(
    z.object({
      uploadId: uploadIdSchema,
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= uploadBytesMaximum, 'Too much for one call'),
    }),
    nothing,
  ),
  /** Stores the file under the hash of its bytes; its true type is read from them. */
  finish: method(z.object({ uploadId: uploadIdSchema }), attachmentSchema),
  cancel: method(z.object({ uploadId: uploadIdSchema }), nothing),
}
