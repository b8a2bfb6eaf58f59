import type { AssistantFilesPreview } from '../../shared/assistantProfiles.ts'
import { AppError } from '../../shared/errors.ts'
import { maxAssistantFileBytes, maxAssistantFiles, maxFileNameLength } from '../../shared/limits.ts'
import { api } from '../core/bridge.ts'

/** Returns the assistants in files. Errors: tooHeavy for too much at once, those of main. */
export async function readFiles(files: readonly File[]): Promise<AssistantFilesPreview> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > maxAssistantFiles || bytes > maxAssistantFileBytes) {
    throw new AppError('tooHeavy', 'There are too many files', { subject: files[0]?.name ?? '' })
  }
  return api.assistantProfiles.readFiles({
    files: await Promise.all(
      files.map(async (file) => ({
        name: file.name.slice(0, maxFileNameLength),
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
    ),
  })
}
