import i18next from 'i18next'
import { atom } from 'jotai'
import { toWire } from '../../../shared/errors.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { uploadFile } from '../../attachments/uploadFile.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { store } from '../../core/store.ts'
import { showErrorToast } from '../../ui/layers/Toast.tsx'

export interface Upload {
  baseId: string
  done: number
  total: number
}

/** The files that are copied to Parley now, for each drop. */
export const uploadsAtom = atom<readonly Upload[]>([])

/**
 * Adds copies of files to a base. A file that can't be copied is told to the user, and the rest
 * goes on.
 */
export async function uploadSources(baseId: string, files: readonly File[]): Promise<void> {
  let upload: Upload = { baseId, done: 0, total: files.length }
  const show = (next: Upload | undefined): void => {
    const shown = upload
    store.set(uploadsAtom, (known) => [
      ...known.filter((one) => one !== shown),
      ...(next ? [next] : []),
    ])
    if (next) upload = next
  }
  show(upload)
  try {
    for (const file of files) {
      const copied = await copy(file)
      // One by one: what is copied is read while the rest is on its way.
      if (copied) await api.knowledge.addUploads({ baseId, files: [copied] })
      show({ ...upload, done: upload.done + 1 })
    }
  } finally {
    show(undefined)
  }
}

async function copy(file: File): Promise<Attachment | undefined> {
  try {
    return await uploadFile(file, { api, signal: neverAborted, onProgress: () => undefined })
  } catch (error) {
    showErrorToast(errorText(i18next.t, toWire(error)).sentence, { description: file.name })
    return undefined
  }
}

const neverAborted = new AbortController().signal
