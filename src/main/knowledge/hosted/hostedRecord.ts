import { z } from 'zod'
import { errorSchema } from '../../../shared/errorSchema.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Row } from '../../storage/connection.ts'
import { numberOf, readJson, textOf } from '../../storage/columns.ts'

/** A base's vector store at a service, as far as Parley knows. */
export interface HostedStore {
  baseId: string
  providerId: string
  name: string
  /** True once the service was asked to create it: its id may have been lost. */
  isAsked: boolean
  storeId: string | null
  isExpired: boolean
  /** True if it is to be deleted. */
  isLeaving: boolean
  /** The days without use after which the service deletes it. */
  expiryDays: number
  /** Milliseconds since 1970. */
  expiresAt: number | null
  usageBytes: number
  /** Whether every source may be uploaded, also later ones. */
  approvesAll: boolean
  /** Why it could not be deleted. */
  error: WireError | null
}

const fileStates = ['new', 'ready', 'failed', 'leaving'] as const

/** A source's text at a service. `leaving` files are to be deleted. */
export interface HostedFile {
  number: number
  baseId: string
  sourceId: string
  /** The SHA-256 hash of the text, in hexadecimal. */
  textHash: string
  /** Its name at the service. */
  name: string
  sizeBytes: number
  isAsked: boolean
  uploadId: string | null
  parts: string[]
  fileId: string | null
  batchId: string | null
  state: (typeof fileStates)[number]
  error: WireError | null
}

export function readStoreRow(row: Row): HostedStore {
  return {
    baseId: String(row['base_id']),
    providerId: String(row['provider_id']),
    name: String(row['name']),
    isAsked: row['is_asked'] === 1,
    storeId: textOf(row['store_id']),
    isExpired: row['is_expired'] === 1,
    isLeaving: row['is_leaving'] === 1,
    expiryDays: Number(row['expiry_days']),
    expiresAt: numberOf(row['expires_at']),
    usageBytes: Number(row['usage_bytes']),
    approvesAll: row['approves_all'] === 1,
    error: readJson(row['error'], errorSchema),
  }
}

export function readFileRow(row: Row): HostedFile {
  return {
    number: Number(row['number']),
    baseId: String(row['base_id']),
    sourceId: String(row['source_id']),
    textHash: hexOf(row['text_hash']),
    name: String(row['name']),
    sizeBytes: Number(row['size_bytes']),
    isAsked: row['is_asked'] === 1,
    uploadId: textOf(row['upload_id']),
    parts: readJson(row['parts'], z.array(z.string())) ?? [],
    fileId: textOf(row['file_id']),
    batchId: textOf(row['batch_id']),
    state: fileStates.find((state) => state === row['state']) ?? 'leaving',
    error: readJson(row['error'], errorSchema),
  }
}

function hexOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''
}
