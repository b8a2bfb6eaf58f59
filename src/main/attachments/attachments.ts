import { randomUUID } from 'node:crypto'
import {
  maxAttachmentBytes,
  maxAttachments,
  maxFileNameLength,
  maxMediaInputBytes,
  maxMessageBytes,
} from '../../shared/limits.ts'
import type { UploadPurpose } from '../../shared/chat/attachments.ts'
import { AppError } from '../../shared/errors.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import type { Blobs, BlobWriter } from '../storage/blobs.ts'
import { isPictureTooLarge } from '../pictures/sizes/isPictureTooLarge.ts'
import { detectMediaType, headBytes } from '../pictures/files/mediaType.ts'

/** Stores the files of the user and of models. */
export interface Attachments {
  /** Starts an upload. Errors: tooManyAtOnce, diskFull, filesFull. */
  begin: (name: string, purpose?: UploadPurpose) => Promise<{ uploadId: string }>
  /**
   * Appends a piece. Errors: attachmentTooLarge, mediaInputTooLarge, attachmentMissing for a finished
   * upload, diskFull, filesFull.
   */
  append: (uploadId: string, bytes: Uint8Array) => Promise<void>
  /** Errors: attachmentMissing, pictureTooLarge. */
  finish: (uploadId: string) => Promise<Attachment>
  cancel: (uploadId: string) => Promise<void>
  /** Stores a file that is already in memory. Errors: diskFull, filesFull. */
  store: (bytes: Uint8Array, name: string) => Promise<Attachment>
  /** Reads a whole file. Errors: attachmentMissing. */
  read: (id: string) => Promise<Uint8Array>
  /**
   * Checks the files of a new message. Errors: attachmentMissing, attachmentTooLarge,
   * attachmentsTooLarge, tooManyAttachments.
   */
  assertStored: (files: readonly Attachment[]) => void
}

const maxUploads = 24
const forgottenMilliseconds = 60 * 60 * 1000

interface Upload {
  name: string
  purpose: UploadPurpose
  writer: BlobWriter
  head: Uint8Array[]
  sizeBytes: number
  touchedAt: number
  /** The last pending write. Pieces are written one after another. */
  writing: Promise<void>
}

export function createAttachments(blobs: Blobs, now: () => number = Date.now): Attachments {
  const uploads = new Map<string, Upload>()
  /** The number of uploads whose file is being created. */
  let beginning = 0

  async function begin(
    name: string,
    purpose: UploadPurpose = 'message',
  ): Promise<{ uploadId: string }> {
    await forgetOld()
    if (uploads.size + beginning >= maxUploads) {
      throw new AppError('tooManyAtOnce', 'Too many files are on their way')
    }
    beginning += 1
    try {
      const uploadId = randomUUID()
      uploads.set(uploadId, await createUpload(name, purpose))
      return { uploadId }
    } finally {
      beginning -= 1
    }
  }

  async function createUpload(name: string, purpose: UploadPurpose): Promise<Upload> {
    const writer = await blobs.create()
    return {
      ...{ name: cleanName(name), purpose, writer, head: [], sizeBytes: 0, touchedAt: now() },
      writing: Promise.resolve(),
    }
  }

  async function forgetOld(): Promise<void> {
    for (const [uploadId, { touchedAt }] of uploads) {
      if (now() - touchedAt > forgottenMilliseconds) await cancel(uploadId)
    }
  }

  function uploadOf(uploadId: string): Upload {
    const upload = uploads.get(uploadId)
    if (upload) return upload
    throw new AppError('attachmentMissing', 'This upload is over')
  }

  async function append(uploadId: string, bytes: Uint8Array): Promise<void> {
    const upload = uploadOf(uploadId)
    upload.touchedAt = now()
    try {
      await write(upload, bytes)
    } catch (error) {
      await cancel(uploadId)
      throw error
    }
  }

  async function finish(uploadId: string): Promise<Attachment> {
    const upload = uploadOf(uploadId)
    uploads.delete(uploadId)
    const file = await close(upload)
    const { id, name, mediaType } = file
    if (!(await isPictureTooLarge(blobs.path(id), Buffer.concat(upload.head), mediaType)))
      return file
    // Nothing refers to it: a later start deletes it.
    throw new AppError('pictureTooLarge', 'The picture has too many pixels', { subject: name })
  }

  async function cancel(uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId)
    uploads.delete(uploadId)
    if (upload) await abandon(upload)
  }

  return {
    begin,
    append,
    finish,
    cancel,
    async store(bytes, name) {
      const upload = await createUpload(name, 'message')
      try {
        await write(upload, bytes)
      } catch (error) {
        await abandon(upload)
        throw error
      }
      return close(upload)
    },
    read: (id) => blobs.read(id),
    assertStored(files) {
      if (files.length > maxAttachments) {
        throw new AppError('tooManyAttachments', 'A message has too many files')
      }
      let bytes = 0
      for (const { id, name } of files) {
        if (!blobs.claim(id)) {
          throw new AppError('attachmentMissing', 'The file is not there any more', {
            subject: name,
          })
        }
        // The file size from the page can't be trusted.
        const sizeBytes = blobs.sizeOf(id)
        // One that Media was given, or has made.
        if (sizeBytes > maxAttachmentBytes) throw tooLarge({ name, purpose: 'message' })
        bytes += sizeBytes
      }
      if (bytes > maxMessageBytes) {
        throw new AppError('attachmentsTooLarge', 'The files are too large together')
      }
    },
  }
}

const maxBytes: Readonly<Record<UploadPurpose, number>> = {
  message: maxAttachmentBytes,
  media: maxMediaInputBytes,
}

function tooLarge({ name, purpose }: Pick<Upload, 'name' | 'purpose'>): AppError {
  const code = purpose === 'media' ? 'mediaInputTooLarge' : 'attachmentTooLarge'
  return new AppError(code, 'The file is too large', { subject: name })
}

/** Appends a piece to an upload. Errors: attachmentTooLarge, mediaInputTooLarge, diskFull. */
async function write(upload: Upload, bytes: Uint8Array): Promise<void> {
  upload.sizeBytes += bytes.byteLength
  if (upload.sizeBytes > maxBytes[upload.purpose]) throw tooLarge(upload)
  const kept = upload.head.reduce((sum, piece) => sum + piece.byteLength, 0)
  if (kept < headBytes) upload.head.push(bytes.slice(0, headBytes - kept))
  upload.writing = upload.writing.then(() => upload.writer.append(bytes))
  await upload.writing
}

async function abandon({ writing, writer }: Upload): Promise<void> {
  await writing.catch(() => undefined)
  await writer.discard()
}

async function close({ name, writer, head, writing }: Upload): Promise<Attachment> {
  try {
    await writing
    const { id, sizeBytes } = await writer.finish()
    const mediaType = await detectMediaType(Buffer.concat(head), name)
    return { id, name, mediaType, sizeBytes }
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/** Returns the file's name without its path and without invisible characters. */
function cleanName(name: string): string {
  const bare = name.split(/[\\/]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- they have no place in a name
  const clean = bare.replace(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return clean === '' ? 'file' : clean.slice(-maxFileNameLength).toWellFormed()
}
