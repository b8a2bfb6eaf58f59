import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { HostedApi } from './hostedApi.ts'
import type { HostedFile } from './hostedRecord.ts'
import type { HostedClient } from './hostedClient.ts'

/** A longer text goes in parts, so that a broken connection costs one of them. */
const partBytes = 8 * 1024 * 1024

export interface UploadOptions {
  api: HostedApi
  table: Pick<HostedClient, 'changeFile'>
  /** Returns the text of a source. */
  read: (sourceId: string) => Promise<string>
  /** Returns the ids of texts at the service by name, asked for once. */
  filesByName: () => Promise<ReadonlyMap<string, string>>
  signal: AbortSignal
}

/**
 * Uploads a text once. Every id is on disk before it is used. After a kill, or an answer that was
 * lost, the service is asked whether it has the file already. Returns the file's id, or undefined if
 * the source has another text by now.
 */
export async function uploadText(
  file: HostedFile,
  options: UploadOptions,
): Promise<string | undefined> {
  const { api, table, read, filesByName } = options
  const { number, name, fileId } = file
  if (fileId !== null) return fileId
  const found = file.isAsked ? (await filesByName()).get(name) : undefined
  if (found !== undefined) {
    await table.changeFile(number, { fileId: found })
    return found
  }
  const bytes = new TextEncoder().encode(await read(file.sourceId))
  if (createHash('sha256').update(bytes).digest('hex') !== file.textHash) return undefined
  await table.changeFile(number, { isAsked: true })
  const id =
    bytes.byteLength > partBytes
      ? await uploadParts(file, bytes, options)
      : await api.uploadFile(name, bytes)
  await table.changeFile(number, { fileId: id })
  return id
}

async function uploadParts(
  file: HostedFile,
  bytes: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<string> {
  if (file.uploadId === null) return beginParts(file, bytes, options)
  try {
    return await addParts(file.uploadId, file, bytes, options)
  } catch (error) {
    // An upload that was not completed within an hour is gone.
    if (!isRefusal(error) || options.signal.aborted) throw error
    return beginParts(file, bytes, options)
  }
}

async function beginParts(
  file: HostedFile,
  bytes: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<string> {
  const { api, table } = options
  const uploadId = await api.beginUpload(file.name, bytes.byteLength)
  await table.changeFile(file.number, { uploadId, parts: [] })
  return addParts(uploadId, { ...file, parts: [] }, bytes, options)
}

async function addParts(
  uploadId: string,
  { number, parts: known }: HostedFile,
  bytes: Uint8Array<ArrayBuffer>,
  { api, table }: UploadOptions,
): Promise<string> {
  const parts = [...known]
  while (parts.length * partBytes < bytes.byteLength) {
    const start = parts.length * partBytes
    parts.push(await api.addPart(uploadId, bytes.subarray(start, start + partBytes)))
    await table.changeFile(number, { parts })
  }
  return api.completeUpload(uploadId, parts)
}

function isRefusal(error: unknown): boolean {
  const status = error instanceof AppError ? (error.details.status ?? 0) : 0
  return status === 400 || status === 404 || status === 409
}
