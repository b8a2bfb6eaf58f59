import { AppError } from '../../../shared/errors.ts'
import { maxFileNameLength, maxPromptFileBytes } from '../../../shared/limits.ts'
import type { PromptFilePreview } from '../../../shared/prompts.ts'
import { api } from '../../core/bridge.ts'

/** Returns the prompts in a file. Errors: tooHeavy, those of main. */
export async function readFile(file: File): Promise<PromptFilePreview> {
  const name = file.name.slice(0, maxFileNameLength)
  if (file.size > maxPromptFileBytes) {
    throw new AppError('tooHeavy', 'The file is too large', { subject: name })
  }
  return api.prompts.readFile({ name, bytes: new Uint8Array(await file.arrayBuffer()) })
}
