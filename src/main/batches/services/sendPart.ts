import { openAsBlob } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import type { RequestBatches } from '../../providers/requestBatches.ts'
import type { Database } from '../../storage/connection.ts'
import { isBusy } from '../running/sendRow.ts'
import { inputPath } from './packPart.ts'
import {
  beginPost,
  keepFileId,
  keepRemote,
  readPart,
  takePostBack,
  type Part,
} from './partTable.ts'

export interface SentWith {
  database: Database
  service: RequestBatches
  modelId: string
  folder: string
  /** Fires when the upload is to stop, which costs nothing. */
  signal: AbortSignal
  /** Fires when Parley gives up the answer to a creation. */
  closing: AbortSignal
}

/** Uploads the input of a part, if its service takes files. Errors: those of the upload. */
export async function uploadPart(part: Part, to: SentWith): Promise<void> {
  const { database, service, folder, signal } = to
  if (!service.upload) return
  const lines = await openAsBlob(inputPath(folder, part))
  const name = `parley-${part.id}-${String(part.number)}.jsonl`
  keepFileId(database, part.id, await service.upload({ id: part.id, name, lines }, signal))
}

/**
 * Creates the batch of a part, once: after anything but a certain refusal the part is `sending`, and
 * only a search at the service may go on. Errors: a refusal, after which it may be created again.
 */
export async function createPart({ id }: Part, to: SentWith): Promise<void> {
  const { database, service, modelId, folder, signal, closing } = to
  const part = readPart(database, id)
  const { fileId, endpoint, rows } = part
  const lines = fileId === null ? await openAsBlob(inputPath(folder, part)) : null
  const sentAt = await service.serverTime(signal)
  beginPost(database, id, sentAt)
  try {
    const input = { endpoint, modelId, fileId, lines, requests: rows }
    keepRemote(database, id, await service.create(input, closing))
  } catch (error) {
    if (!isRefusal(error)) return
    takePostBack(database, id)
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (wasRefused(error) || isBusy(error))
}
