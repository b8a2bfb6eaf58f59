import { AppError } from '../../../shared/errors.ts'
import { mediaInputSchema } from '../../../shared/mediaForm.ts'
import type { FormField, MediaInput } from '../../../shared/mediaForm.ts'
import type { MediaRequest, ProducedFile, RemoteResult } from '../mediaProvider.ts'
import { keepRest } from './keepRest.ts'

export const keepRestName = 'keep_rest'

export interface MaskedEdit extends Pick<MediaRequest, 'values' | 'read'> {
  /** Those of the form, in their order. The first picture is the one below the mask. */
  fields: readonly Pick<FormField, 'name' | 'role'>[]
}

/**
 * Returns a result with, before each picture of an edit with a mask, the same picture in which only
 * what is below the mask has changed. Both are kept. The user may switch it off in the form. Without
 * the files of the edit the result stays as it came: it was paid for.
 */
export async function withRestKept(
  { values, fields, read }: MaskedEdit,
  result: RemoteResult,
): Promise<RemoteResult> {
  if (values[keepRestName] === false) return result
  const inputOf = (role: FormField['role']) => {
    const field = fields.find((each) => each.role === role)
    return mediaInputSchema.array().safeParse(field && values[field.name]).data?.[0]
  }
  const readOrNone = (input: MediaInput): Promise<Uint8Array | undefined> =>
    read(input).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
  const [picture, drawn] = [inputOf('image'), inputOf('mask')]
  if (!picture || !drawn) return result
  const [original, mask] = await Promise.all([picture, drawn].map(readOrNone))
  if (!original || !mask) return result
  const files: ProducedFile[] = []
  for (const file of result.files) {
    const kept = 'bytes' in file ? await keepRest({ original, mask, result: file.bytes }) : null
    if (kept) files.push({ ...file, bytes: kept })
    files.push(file)
  }
  return { ...result, files }
}
