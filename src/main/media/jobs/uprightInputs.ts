import type { FormField, FormValues, MediaInput } from '../../../shared/media/mediaForm.ts'
import { readHead } from '../../pictures/files/readHead.ts'
import { orientationOf, photoHeadBytes } from '../../pictures/sizes/uprightDimensions.ts'
import { filesOf } from './checkValues.ts'
import type { JobContext } from './jobContext.ts'

type UprightContext = Pick<JobContext, 'blobs' | 'pixels' | 'storeFile' | 'closing'>

/**
 * Returns a form's values as a service gets them: each photo that its camera turned is replaced by
 * one whose pixels stand upright, which is stored beside it. Services that ignore Exif would see it
 * lying, with the mask across. What can't be turned goes as it is. Errors: aborted, diskFull,
 * filesFull.
 */
export async function uprightInputs(
  context: UprightContext,
  fields: readonly FormField[],
  values: FormValues,
): Promise<FormValues> {
  const changed: FormValues = {}
  for (const { name, type, role } of fields) {
    const files = type === 'file' && role !== 'mask' ? filesOf(values[name]) : undefined
    if (!files || files.length === 0) continue
    const upright = []
    for (const file of files) upright.push(await uprightOf(context, file))
    if (upright.some((file, index) => file !== files[index])) changed[name] = upright
  }
  return { ...values, ...changed }
}

async function uprightOf(
  { blobs, pixels, storeFile, closing }: UprightContext,
  input: MediaInput,
): Promise<MediaInput> {
  if (input.mediaType !== 'image/jpeg') return input
  const path = blobs.path(input.id)
  // The one who reads the file says that it is gone.
  const head = await readHead(path, photoHeadBytes).catch(() => new Uint8Array())
  if (orientationOf(head) === 1) return input
  const bytes = await pixels.turnUpright(path, closing)
  if (!bytes) return input
  const { fileId, sizeBytes } = await storeFile({ bytes }, closing)
  return { ...input, id: fileId, sizeBytes }
}
