import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import type { BatchOffer, RequestBatches } from '../../providers/requestBatches.ts'
import type { Database } from '../../storage/connection.ts'
import type { StoredBatch } from '../batchTable.ts'
import type { AnswerShape } from '../answers/answerShape.ts'
import { fillRow } from '../fillPrompt.ts'
import { failWaiting, readWaiting, type WaitingRow } from '../rowTable.ts'
import { toRequest } from '../running/sendRow.ts'
import { putRows, type Part } from './partTable.ts'

/** Rows that are read, written and marked at a time. */
const rowsPerWrite = 100

export interface PackedFrom {
  database: Database
  batch: Pick<StoredBatch, 'id' | 'format' | 'columns' | 'system' | 'prompt'>
  model: Model
  /** The columns that the answers have to give; null for texts. */
  shape: AnswerShape | null
  offer: BatchOffer
  service: RequestBatches
  /** The folder of the inputs. */
  folder: string
  signal: AbortSignal
}

/** Returns the path of a part's input. */
export function inputPath(folder: string, { id }: Pick<Part, 'id'>): string {
  return join(folder, `${id}.jsonl`)
}

/**
 * Returns the id of a row's request within a batch, of at most 64 letters, digits and hyphens:
 * services allow no more. No other part has it.
 */
export function customId(part: Pick<Part, 'id'>, row: number): string {
  return `${part.id}-${String(row)}`
}

/** Returns the row of a request's id; undefined if it is not of this part. */
export function rowOf(part: Pick<Part, 'id'>, id: string): number | undefined {
  const row = id.startsWith(`${part.id}-`) ? id.slice(part.id.length + 1) : ''
  return /^[1-9]\d*$/.test(row) ? Number(row) : undefined
}

/**
 * Puts waiting rows into a new part, as many as a batch may have, and writes their requests to its
 * input. A row whose request alone is too large fails. Errors: diskFull, aborted.
 */
export async function packPart(part: Part, from: PackedFrom): Promise<void> {
  const { database, batch, offer, service, folder, signal } = from
  const batchId = batch.id
  await mkdir(folder, { recursive: true })
  const file = await open(inputPath(folder, part), 'wx', 0o600)
  let rows = 0
  let bytes = 0
  try {
    for (;;) {
      if (signal.aborted) throw new AppError('aborted', 'The packing was stopped')
      const waiting = readWaiting(
        database,
        batchId,
        Math.min(rowsPerWrite, offer.maxRequests - rows),
      )
      if (waiting.length === 0) return
      const taken: number[] = []
      let text = ''
      let isFull = false
      for (const row of waiting) {
        const line = await toLine(part, row, from)
        const piece = rows === 0 ? line : service.separator + line
        const size = Buffer.byteLength(piece)
        if (rows === 0 && size > offer.maxBytes) {
          const error = 'The request is larger than a whole batch may be'
          failWaiting(database, { ...row, batchId }, new AppError('contextTooLong', error))
          continue
        }
        isFull = bytes + size > offer.maxBytes
        if (isFull) break
        text += piece
        bytes += size
        rows += 1
        taken.push(row.sequence)
      }
      await file.appendFile(text)
      putRows(database, part, taken)
      if (isFull) return
    }
  } catch (error) {
    throw asDiskError(error)
  } finally {
    await file.close()
  }
}

function toLine(part: Part, row: WaitingRow, from: PackedFrom): Promise<string> {
  const { batch, model, shape, service } = from
  const request = toRequest({ model, ...fillRow(batch, row.cells), shape })
  return service.toLine(customId(part, row.number), part.endpoint, request)
}

function asDiskError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? new AppError('diskFull', 'The requests could not be written', {}, error) : error
}

/** Deletes a part's input. */
export async function deleteInput(folder: string, part: Pick<Part, 'id'>): Promise<void> {
  await rm(inputPath(folder, part), { force: true })
}
