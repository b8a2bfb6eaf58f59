import { atom } from 'jotai'
import type { MediaInput } from '../../../shared/media/mediaForm.ts'
import type { UploadPurpose } from '../../../shared/chat/attachments.ts'
import { uploadFile } from '../../attachments/uploadFile.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'

/** A file on its way into the form. */
export interface InputUpload {
  key: number
  /** The name of the field that it is for; undefined for none. */
  field: string | undefined
  name: string
  sizeBytes: number
  /** From 0 to 1. */
  fraction: number
  /** Ends it. What was copied is deleted. */
  cancel: () => void
}

/** The files on their way into the form. They go on while the place is not shown. */
export const uploadsAtom = atom<readonly InputUpload[]>([])

interface UploadInputOptions {
  purpose?: UploadPurpose
  /** The name of the field that the file is for. */
  field?: string
}

let lastKey = 0

/** Copies a file to Parley, for a model to be given. Errors: those of an upload. */
export async function uploadInput(
  file: File,
  { purpose = 'media', field }: UploadInputOptions = {},
): Promise<MediaInput> {
  const controller = new AbortController()
  const key = ++lastKey
  const { name: fileName, size: sizeBytes } = file
  const cancel = (): void => controller.abort()
  const begun = { key, field, name: fileName, sizeBytes, fraction: 0, cancel }
  const onProgress = (fraction: number): void =>
    store.set(uploadsAtom, (all) =>
      all.map((one) => (one.key === key ? { ...one, fraction } : one)),
    )
  store.set(uploadsAtom, (all) => [...all, begun])
  try {
    const options = { api, purpose, signal: controller.signal, onProgress }
    const { id, name, mediaType, sizeBytes: storedBytes } = await uploadFile(file, options)
    return { id, name, mediaType, sizeBytes: storedBytes, outputId: null }
  } finally {
    store.set(uploadsAtom, (all) => all.filter((one) => one.key !== key))
  }
}

/** Cancels the uploads for fields that a form does not have. */
export function cancelUploadsExcept(fields: readonly { name: string }[]): void {
  for (const { field, cancel } of store.get(uploadsAtom)) {
    if (field !== undefined && !fields.some(({ name }) => name === field)) cancel()
  }
}
