import { atom } from 'jotai'
import type { MediaInput } from '../../../shared/mediaForm.ts'
import type { UploadPurpose } from '../../../shared/attachments.ts'
import { uploadFile } from '../../attachments/uploadFile.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'

/** The number of files on their way into the form. */
export const uploadsAtom = atom(0)

/** Copies a file to Parley, for a model to be given. Errors: those of an upload. */
export async function uploadInput(
  file: File,
  purpose: UploadPurpose = 'media',
): Promise<MediaInput> {
  const { signal } = new AbortController()
  const options = { api, purpose, signal, onProgress: () => undefined }
  store.set(uploadsAtom, (count) => count + 1)
  try {
    const { id, name, mediaType, sizeBytes } = await uploadFile(file, options)
    return { id, name, mediaType, sizeBytes, outputId: null }
  } finally {
    store.set(uploadsAtom, (count) => count - 1)
  }
}
