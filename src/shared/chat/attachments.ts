import { z } from 'zod'
import { method, nothing } from '../ipc/define.ts'
import { maxUploadBytes } from '../limits.ts'
import { attachmentSchema, fileNameSchema } from './parts.ts'

const uploadIdSchema = z.uuid()
/** Purpose of a file: a message, or a model in Media, which may take larger ones. */
export const uploadPurposes = ['message', 'media'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** The user's files. The app serves a stored file to the page at `/attachments/<id>`. */
export const attachments = {
  /**
   * Starts an upload. Errors: tooManyAtOnce if too many uploads are running, diskFull, filesFull.
   */
  begin: method(
    z.object({
      name: fileNameSchema,
      purpose: z.enum(uploadPurposes).default('message'),
    }),
    z.object({ uploadId: uploadIdSchema }),
  ),
  /**
   * Appends the next piece, in order. Errors: attachmentTooLarge, mediaInputTooLarge,
   * attachmentMissing, diskFull, filesFull.
   */
  append: method(
    z.object({
      uploadId: uploadIdSchema,
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= maxUploadBytes, 'Too much for one call'),
    }),
    nothing,
  ),
  /**
   * Begins to drag a stored picture out of the window, under its name with the ending of its type.
   * Returns false where no other program can be handed a file. Errors: attachmentMissing,
   * notSupported for a file that is no picture, diskFull.
   */
  drag: method(
    attachmentSchema.pick({ id: true, name: true }),
    z.object({ dragging: z.boolean() }),
  ),
  /**
   * Stores the file under the hash of its bytes and detects its media type from them. Errors:
   * attachmentMissing, pictureTooLarge.
   */
  finish: method(z.object({ uploadId: uploadIdSchema }), attachmentSchema),
  cancel: method(z.object({ uploadId: uploadIdSchema }), nothing),
}
