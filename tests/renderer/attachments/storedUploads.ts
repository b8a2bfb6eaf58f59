import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../../src/shared/errors.ts'
import type { Attachment } from '../../../src/shared/chat/parts.ts'

interface Upload {
  name: string
  pieces: Uint8Array[]
}

export interface StoredUploads {
  /** Main's answers, by method. */
  answers: Record<string, (input: never) => unknown>
  /** The uploads that are neither finished nor cancelled. */
  open: Map<string, Upload>
  stored: (Attachment & { text: string; pieces: number[] })[]
  /** Fills the disk from the next piece on. */
  fillDisk: () => void
}

/** Returns main's store of attachments as the page sees it. */
export function createStoredUploads(): StoredUploads {
  const open = new Map<string, Upload>()
  const stored: StoredUploads['stored'] = []
  let full = false
  const take = (uploadId: string): Upload => {
    const upload = open.get(uploadId)
    if (!upload) throw new AppError('attachmentMissing', 'No such upload')
    return upload
  }
  return {
    open,
    stored,
    fillDisk: () => {
      full = true
    },
    answers: {
      'attachments.begin': ({ name }: { name: string }) => {
        const uploadId = randomUUID()
        open.set(uploadId, { name, pieces: [] })
        return { uploadId }
      },
      'attachments.append': ({ uploadId, bytes }: { uploadId: string; bytes: Uint8Array }) => {
        if (full) throw new AppError('diskFull', 'No space is left')
        take(uploadId).pieces.push(bytes)
        return {}
      },
      'attachments.finish': ({ uploadId }: { uploadId: string }) => {
        const { name, pieces } = take(uploadId)
        open.delete(uploadId)
        const bytes = Buffer.concat(pieces)
        const id = createHash('sha256').update(bytes).digest('hex')
        const attachment = { id, name, mediaType: 'text/plain', sizeBytes: bytes.byteLength }
        const lengths = pieces.map(({ byteLength }) => byteLength)
        stored.push({ ...attachment, text: bytes.toString(), pieces: lengths })
        return attachment
      },
      'attachments.cancel': ({ uploadId }: { uploadId: string }) => {
        open.delete(uploadId)
        return {}
      },
    },
  }
}
