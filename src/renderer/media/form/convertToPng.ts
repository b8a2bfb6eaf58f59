import { AppError } from '../../../shared/errors.ts'
import type { MediaInput } from '../../../shared/media/mediaForm.ts'
import { pngOf } from '../pngOf.ts'
import { uploadInput } from './uploadInput.ts'

/**
 * Returns a file of the form as a PNG, whose pixels Parley can keep. It still counts as the output
 * that it was. Errors: unreadable, those of an upload.
 */
export async function convertToPng(input: MediaInput): Promise<MediaInput> {
  const { name, outputId, flagged } = input
  const png = await pngOf(input).catch((error: unknown) => {
    throw new AppError('unreadable', 'The file is no picture', { subject: name }, error)
  })
  const file = new File([png], `${name.replace(/\.[^.]*$/, '')}.png`, { type: png.type })
  return { ...(await uploadInput(file)), outputId, ...(flagged !== undefined && { flagged }) }
}
