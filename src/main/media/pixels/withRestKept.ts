import { mediaInputSchema } from '../../../shared/mediaForm.ts'
import type { FormField } from '../../../shared/mediaForm.ts'
import type { MediaRequest, ProducedFile, RemoteResult } from '../mediaProvider.ts'
import { keepRest } from './keepRest.ts'

export const keepRestName = 'keep_rest'

/**
 * Returns a result with, before each picture of an edit with a mask, the same picture in which only
 * what is below the mask has changed. Both are kept. The user may switch it off in the form.
 */
export async function withRestKept(
  { values, fields, read }: Pick<MediaRequest, 'values' | 'fields' | 'read'>,
  result: RemoteResult,
): Promise<RemoteResult> {
  if (values[keepRestName] === false) return result
  const inputOf = (role: FormField['role']) => {
    const field = fields.find((each) => each.role === role)
    return mediaInputSchema.array().safeParse(field && values[field.name]).data?.[0]
  }
  const [picture, drawn] = [inputOf('image'), inputOf('mask')]
  if (!picture || !drawn) return result
  const [original, mask] = await Promise.all([read(picture), read(drawn)])
  const files: ProducedFile[] = []
  for (const file of result.files) {
    const kept = 'bytes' in file ? await keepRest({ original, mask, result: file.bytes }) : null
    if (kept) files.push({ ...file, bytes: kept })
    files.push(file)
  }
  return { ...result, files }
}
