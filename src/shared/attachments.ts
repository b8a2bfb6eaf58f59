import { z } from 'zod'
import { method } from './ipc/define.ts'
import { attachmentSchema } from './parts.ts'

export const attachmentBytesMaximum = 50 * 1024 * 1024
export const attachmentsMaximum = 20
/** The size limit of all files of one message: a request carries all of them as base64. */
export const messageBytesMaximum = 200 * 1024 * 1024
/** The size limit of the piece of a file that one call carries. */
export const uploadBytesMaximum = 1024 * 1024

const uploadIdSchema = z.uuid()
const nothing = z.object({})

/** The user's files. The app serves a stored file to the page at `/attachments/<id>`. */
export const attachments = {
  /**
   * Starts an upload. Errors: tooManyAtOnce if too many uploads are running, diskFull, filesFull.
   */
  begin: method(
    z.object({ name: z.string().min(1).max(255) }),
    z.object({ uploadId: uploadIdSchema }),
  ),
  /**
   * Appends the next piece, in order. Errors: attachmentTooLarge, attachmentMissing, diskFull,
   * filesFull.
   */
  append: method(
    z.object({
      uploadId: uploadIdSchema,
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= uploadBytesMaximum, 'Too much for one call'),
    }),
    nothing,
  ),
  /** Stores the file under the hash of its bytes and detects its media type from them. */
  finish: method(z.object({ uploadId: uploadIdSchema }), attachmentSchema),
  cancel: method(z.object({ uploadId: uploadIdSchema }), nothing),
}
