import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { fromConnection, fromStatus } from '../../providers/errors/providerErrors.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import type { UploadTable } from '../uploads/uploadTable.ts'
import type { FalAccount, FalApi } from './falApi.ts'

export interface UploadedFile {
  /** The hash of its bytes. */
  id: string
  name: string
  mediaType: string
  sizeBytes: number
  path: string
}

/** Brings files to fal's storage. A file that is there already is not sent again. */
export interface FalUploads {
  /**
   * Returns a file's address. A cut upload goes on with the first part that is missing, also after a
   * restart. Errors: those of a request; aborted.
   */
  upload: (
    api: FalApi,
    account: FalAccount,
    file: UploadedFile,
    signal: AbortSignal,
  ) => Promise<string>
}

export interface FalUploadsOptions {
  table: () => UploadTable
  /** Sends the bytes. They go without the key. */
  fetch: Fetch
  redact: (text: string) => string
  now?: () => number
  delay?: (milliseconds: number) => Promise<unknown>
  /** Above this a file goes in parts. */
  maxWholeBytes?: number
  partBytes?: number
}

const wholeBytes = 94_371_840
const partBytesDefault = 10_485_760
const maxTries = 3
/** Milliseconds before the second and the third try. */
const pauses = [500, 2000]
/** fal keeps inputs as long as asked; a little less is counted on. */
const keptSeconds = 7 * 24 * 60 * 60
const safetyMilliseconds = 60 * 60 * 1000

/** Returns when a file was sent, and when fal deletes it, in milliseconds since 1970. */
export function timesOfUpload({ expiresAt }: { expiresAt: number }): {
  begunAt: number
  endsAt: number
} {
  const endsAt = expiresAt + safetyMilliseconds
  return { begunAt: endsAt - keptSeconds * 1000, endsAt }
}

const initiatedSchema = z.object({ file_url: z.url(), upload_url: z.url() })
const partSchema = z.object({ partNumber: z.number().int().positive(), etag: z.string().min(1) })
const partsSchema = z.array(partSchema)
type Part = z.infer<typeof partSchema>

/** The address of an upload has expired: it begins anew. */
class UploadExpired extends Error {}

export function createFalUploads(options: FalUploadsOptions): FalUploads {
  const { table, fetch, redact, now = Date.now, delay = sleep } = options
  const maxWholeBytes = options.maxWholeBytes ?? wholeBytes
  const partBytes = options.partBytes ?? partBytesDefault

  async function initiate(
    api: FalApi,
    file: UploadedFile,
    isMultipart: boolean,
    signal: AbortSignal,
  ) {
    const path = isMultipart ? 'initiate-multipart' : 'initiate'
    const address = `${api.addresses.storage}/storage/upload/${path}?storage_type=fal-cdn-v3`
    const lifecycle = JSON.stringify({ expiration_duration_seconds: keptSeconds })
    const json = await api.read(address, {
      ...{ method: 'POST', signal, headers: { 'x-fal-object-lifecycle': lifecycle } },
      body: { content_type: file.mediaType, file_name: file.name },
    })
    const read = initiatedSchema.safeParse(json).data
    if (read) return read
    throw new AppError('malformedAnswer', 'fal gave no address for the upload')
  }

  /** Sends bytes without the key, three times at most. Errors: UploadExpired. */
  async function put(
    address: string,
    request: {
      method: 'PUT' | 'POST'
      body: Uint8Array<ArrayBuffer> | Blob | string
      type?: string
    },
    signal: AbortSignal,
  ): Promise<string> {
    const context = { provider: 'fal', address: new URL(address).host, local: false, redact }
    for (let tries = 1; ; tries++) {
      let failure: AppError
      try {
        const response = await fetch(address, {
          ...{ method: request.method, signal, body: request.body },
          headers: request.type === undefined ? {} : { 'content-type': request.type },
        })
        const text = await response.text()
        if (response.status < 300) return text
        if (response.status === 403 || response.status === 404) throw new UploadExpired()
        failure = fromStatus(response.status, text, response.headers, context)
      } catch (error) {
        if (error instanceof UploadExpired) throw error
        if (signal.aborted) throw new AppError('aborted', 'The upload was stopped')
        failure = fromConnection(error, context)
      }
      if (tries >= maxTries) throw failure
      await delay(pauses[tries - 1] ?? 0)
    }
  }

  async function sendParts(
    key: UploadKey,
    uploadUrl: string,
    file: UploadedFile,
    signal: AbortSignal,
  ) {
    const total = Math.ceil(file.sizeBytes / partBytes)
    const parts = readParts(table().read(key)?.parts)
    const url = new URL(uploadUrl)
    const addressOf = (end: string): string => `${url.origin}${url.pathname}/${end}${url.search}`
    const handle = await open(file.path, 'r')
    try {
      const buffer = Buffer.alloc(Math.min(partBytes, file.sizeBytes))
      for (let number = 1; number <= total; number++) {
        if (parts.some(({ partNumber }) => partNumber === number)) continue
        const start = (number - 1) * partBytes
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
        const expected = Math.min(partBytes, file.sizeBytes - start)
        if (bytesRead !== expected) throw hasChanged(file)
        const body = buffer.subarray(0, bytesRead)
        parts.push(
          partOf(await put(addressOf(String(number)), { method: 'PUT', body }, signal), number),
        )
        table().saveParts(key, JSON.stringify(parts))
      }
    } finally {
      await handle.close()
    }
    const body = JSON.stringify({ parts: parts.toSorted((a, b) => a.partNumber - b.partNumber) })
    await put(addressOf('complete'), { method: 'POST', body, type: 'application/json' }, signal)
  }

  async function sendWhole(uploadUrl: string, file: UploadedFile, signal: AbortSignal) {
    // It is read as it is sent.
    const body = await openAsBlob(file.path)
    if (body.size !== file.sizeBytes) throw hasChanged(file)
    await put(uploadUrl, { method: 'PUT', body, type: file.mediaType }, signal)
  }

  return {
    async upload(api, account, file, signal) {
      const providerId = account.id
      const hash = createHash('sha256').update(`${account.baseUrl} ${await account.key()}`)
      const key = { providerId, account: hash.digest('hex').slice(0, 16), fileId: file.id }
      const isMultipart = file.sizeBytes > maxWholeBytes
      for (let isSecond = false; ; isSecond = true) {
        let known = table().read(key)
        if (known && known.expiresAt <= now()) known = undefined
        if (known?.parts === null) return known.address
        if (!known || !isMultipart) {
          const begun = await initiate(api, file, isMultipart, signal)
          known = {
            ...{ address: begun.file_url, uploadAddress: begun.upload_url, parts: '[]' },
            expiresAt: now() + keptSeconds * 1000 - safetyMilliseconds,
          }
          table().begin(key, known)
        }
        try {
          if (isMultipart) await sendParts(key, known.uploadAddress, file, signal)
          else await sendWhole(known.uploadAddress, file, signal)
          table().saveParts(key, null)
          return known.address
        } catch (error) {
          if (!(error instanceof UploadExpired)) throw error
          table().forget(key)
          if (isSecond) throw new AppError('serverError', 'fal does not take the upload')
        }
      }
    },
  }
}

type UploadKey = Parameters<UploadTable['read']>[0]

function hasChanged({ name }: UploadedFile): AppError {
  return new AppError('attachmentMissing', 'The file has changed', { subject: name })
}

function readParts(json: string | null | undefined): Part[] {
  try {
    return partsSchema.parse(JSON.parse(json ?? '[]'))
  } catch {
    return []
  }
}

function partOf(text: string, number: number): Part {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const part = partSchema.safeParse(json).data
  if (part?.partNumber === number) return part
  throw new AppError('malformedAnswer', 'fal did not confirm a part of the upload')
}
