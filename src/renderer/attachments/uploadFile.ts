import type { UploadPurpose } from '../../shared/chat/attachments.ts'
import { AppError } from '../../shared/errors.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import type { Api } from '../core/bridge.ts'
import {
  maxAttachmentBytes,
  maxFileNameLength,
  maxMediaInputBytes,
  maxUploadBytes,
} from '../../shared/limits.ts'

export interface UploadOptions {
  /** By default a message. */
  purpose?: UploadPurpose
  api: Pick<Api, 'attachments'>
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (fraction: number) => void
}

/**
 * Uploads a file to main piece by piece, so that it is never whole in memory. Errors:
 * attachmentTooLarge, mediaInputTooLarge, attachmentMissing if it can no longer be read, diskFull, aborted.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<Attachment> {
  const { api, signal, onProgress, purpose = 'message' } = options
  const isForMedia = purpose === 'media'
  if (file.size > (isForMedia ? maxMediaInputBytes : maxAttachmentBytes)) {
    const code = isForMedia ? 'mediaInputTooLarge' : 'attachmentTooLarge'
    throw new AppError(code, 'The file is too large', { subject: file.name })
  }
  throwIfAborted(signal)
  const { uploadId } = await api.attachments.begin({ name: shortName(file.name), purpose })
  try {
    for (let start = 0; start < file.size; start += maxUploadBytes) {
      const bytes = await readPiece(file, start)
      throwIfAborted(signal)
      await api.attachments.append({ uploadId, bytes })
      throwIfAborted(signal)
      onProgress(Math.min(1, (start + bytes.byteLength) / file.size))
    }
    return await api.attachments.finish({ uploadId })
  } catch (error) {
    // An upload that is already over needs no cancel.
    void api.attachments.cancel({ uploadId }).catch(() => undefined)
    throw error
  }
}

/**
 * Reads a piece. Throws if the file was changed or removed since the user chose it, and for a
 * folder.
 */
async function readPiece(file: File, start: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const piece = file.slice(start, start + maxUploadBytes)
    return new Uint8Array(await piece.arrayBuffer())
  } catch (error) {
    const details = { subject: file.name }
    throw new AppError('attachmentMissing', 'The file could not be read', details, error)
  }
}

/** Shortens a long name and keeps its end, which shows the type. */
function shortName(name: string): string {
  if (name === '') return 'file'
  return name.length <= maxFileNameLength ? name : `…${name.slice(1 - maxFileNameLength)}`
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('aborted', 'The file is not wanted any more')
}
