import type { MediaInput } from '../../../shared/mediaForm.ts'
import { uploadFile } from '../../attachments/uploadFile.ts'
import { api } from '../../core/bridge.ts'

/** Copies a file to Parley, for a model to be given. Errors: those of an upload. */
export async function uploadInput(file: File): Promise<MediaInput> {
  const options = { api, signal: new AbortController().signal, onProgress: () => undefined }
  const { id, name, mediaType, sizeBytes } = await uploadFile(file, options)
  return { id, name, mediaType, sizeBytes, outputId: null }
}
