import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { wasRefused } from '../errors/wasRefused.ts'
import { remoteIdSchema } from '../remoteFiles.ts'
import { formBlob } from '../transport/formBlob.ts'
import type { Upload } from '../uploadRecord.ts'
import { secondsSince1970 } from './remoteFiles.ts'

const uploadedSchema = z.object({ id: remoteIdSchema, expires_at: secondsSince1970 })

/** Uploads the input of a batch that is noted. Returns its id. Errors: those of `post`, malformedAnswer. */
export async function uploadFile(
  note: Upload,
  lines: Blob,
  post: (form: Blob) => Promise<unknown>,
): Promise<string> {
  const form = new FormData()
  form.append('purpose', 'batch')
  form.append('file', new File([lines], note.name, { type: 'application/jsonl' }))
  try {
    const file = uploadedSchema.safeParse(await post(formBlob(form)))
    if (!file.success) throw new AppError('malformedAnswer', 'The upload has an unknown answer')
    note.complete({ id: file.data.id, expiresAt: file.data.expires_at ?? null })
    return file.data.id
  } catch (error) {
    if (error instanceof AppError && wasRefused(error)) note.refuse()
    throw error
  }
}
