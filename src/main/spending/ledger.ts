import type { Usage } from '../../shared/chat/parts.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'
import { numberOf } from '../storage/columns.ts'
import { localDay } from './localDay.ts'
import type { Amount } from './priceOfSpend.ts'

/** A request that may have cost something. */
export interface SpentRequest {
  /** Names the request: only the first record of an origin counts. */
  origin: string
  /** `realtime`: an answer of a realtime session. `continuation`: of "Continue a text". */
  kind: 'answer' | 'realtime' | 'title' | 'continuation' | 'media'
  /** Milliseconds since 1970. */
  at: number
  model: ModelReference
  /** The chat that it was sent for; null for none. */
  conversationId: string | null
  /** The answer that it was sent for; null for none. */
  messageId: string | null
  /** The service's counts; null if it told none. */
  usage: Usage | null
}

const countColumns = {
  inputTokens: 'input_tokens',
  cachedTokens: 'cached_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  outputTokens: 'output_tokens',
  reasoningTokens: 'reasoning_tokens',
  audioInputTokens: 'audio_input_tokens',
  cachedAudioTokens: 'cached_audio_tokens',
  audioOutputTokens: 'audio_output_tokens',
  pictureTokens: 'picture_tokens',
  pictureDollars: 'picture_dollars',
} as const satisfies Record<keyof Usage, string>

const countNames = Object.keys(countColumns) as (keyof Usage)[]

const insertSql = `INSERT INTO spend (origin, kind, spent_at, day, provider_id, model_id,
    conversation_id, message_id, ${Object.values(countColumns).join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${Object.values(countColumns)
    .map(() => '?')
    .join(', ')})
  ON CONFLICT (origin) DO NOTHING`

const logs = new WeakMap<Database, Log>()

/** Logs failures of `guardLedger` from now on instead of throwing them. */
export function logLedgerFailures(database: Database, log: Log): void {
  logs.set(database, log)
}

/**
 * Writes to the ledger, and logs a failure: an answer or a picture is worth more than its row.
 * Without a log it throws. Errors: diskFull if that has undone the caller's transaction.
 */
export function guardLedger(database: Database, write: () => void): void {
  const isPart = database.isInTransaction()
  try {
    write()
  } catch (error) {
    const log = logs.get(database)
    const isUndone = isPart && !database.isInTransaction()
    if (!log || isUndone) throw error
    log('A request could not be added to the ledger of costs', error)
  }
}

/**
 * Adds a request to the ledger, without its amount. Called in the transaction that saves what the
 * request was for, so that neither is on disk without the other.
 */
export function recordSpend(database: Database, request: SpentRequest): void {
  const { origin, kind, at, model, conversationId, messageId, usage } = request
  database.run(
    insertSql,
    ...[origin, kind, at, localDay(at), model.providerId, model.modelId, conversationId, messageId],
    ...countNames.map((name) => usage?.[name] ?? null),
  )
}

/**
 * Adds a request with its amount, or writes what has become known of it. Called in the transaction
 * that saves what it was for.
 */
export function recordAmount(database: Database, request: SpentRequest, amount: Amount): void {
  recordSpend(database, request)
  writeAmount(database, request.origin, amount)
}

export function writeAmount(database: Database, origin: string, amount: Amount): void {
  const [nanoAmount, currency] =
    amount.basis === 'unknown' ? [null, null] : [amount.nanoAmount, amount.currency]
  database.run(
    'UPDATE spend SET basis = ?, nano_amount = ?, currency = ? WHERE origin = ?',
    ...[amount.basis, nanoAmount, currency, origin],
  )
}

/** Deletes a request that has certainly cost nothing. */
export function forgetSpend(database: Database, origin: string): void {
  database.run('DELETE FROM spend WHERE origin = ?', origin)
}

/** Tells whether the ledger has a request of a message. */
export function hasSpend(database: Database, messageId: string): boolean {
  return database.get('SELECT 1 FROM spend WHERE message_id = ? LIMIT 1', messageId) !== undefined
}

/** Returns the counts of a row of the ledger; null if the service told none. */
export function readCounts(row: Row): Usage | null {
  const inputTokens = numberOf(row['input_tokens'])
  const outputTokens = numberOf(row['output_tokens'])
  if (inputTokens === null || outputTokens === null) return null
  const usage: Usage = { inputTokens, outputTokens }
  for (const name of countNames) {
    const value = numberOf(row[countColumns[name]])
    if (value !== null) usage[name] = value
  }
  return usage
}
