import { setImmediate } from 'node:timers/promises'
import type { Model, ModelReference } from '../../shared/models.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'
import { readCounts, writeAmount } from './ledger.ts'
import { priceOfSpend, type Amount, type PricedRequest } from './priceOfSpend.ts'

const failureText = 'What requests have cost could not be looked up'

/** Few enough for 8 ms of main's time. */
const maxRowsPerSlice = 100

type PriceOf = (request: PricedRequest) => Amount

/** Looks up what the requests of the ledger have cost. */
export interface Pricing {
  /** Prices all requests that are due. Never rejects. */
  priceAll: () => Promise<void>
  /**
   * Computes the cost of a model's requests again, from a day on, with its present price. Returns
   * how many have another cost now. Errors: providerMissing.
   */
  priceAgain: (model: ModelReference, since: string) => Promise<number>
  /** Stops before the next slice. */
  stop: () => void
}

interface PricingOptions {
  database: Database
  /** Describes a model with its price. Errors: providerMissing. */
  describe: (model: ModelReference) => Promise<Model>
  /** Tells whether the last list of a provider's models could be read. */
  hasList: (providerId: string) => boolean
  /** Called when amounts have been written. */
  onPriced: () => void
  log: Log
  now?: () => number
}

export function createPricing(options: PricingOptions): Pricing {
  const { database, describe, hasList, onPriced, log, now = Date.now } = options
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false
        if (await priceDue()) onPriced()
      }
    } catch (error) {
      if (!isStopped) log(failureText, error)
    } finally {
      running = undefined
    }
  }

  /** Prices the due rows, model by model. Returns whether any amount was written. */
  async function priceDue(): Promise<boolean> {
    let hasPriced = false
    for (const reference of readDueModels(database)) {
      const priceOf = await findPrice(reference)
      if (isStopped) return false
      while (priceOf && priceSlice(reference, priceOf)) {
        hasPriced = true
        await setImmediate()
        if (isStopped) return false
      }
    }
    return hasPriced
  }

  /**
   * Returns how to price the requests of a model. Returns undefined if its price can't be had now:
   * its rows stay due, and the next request, or the page, tries again.
   */
  async function findPrice(reference: ModelReference): Promise<PriceOf | undefined> {
    try {
      const model = await describe(reference)
      // A service that tells prices tells them in its list.
      if (!model.price && !hasList(reference.providerId)) return undefined
      return (request) => priceOfSpend(request, model, now())
    } catch (error) {
      if (error instanceof AppError && error.code === 'providerMissing') {
        return (request) => priceOfSpend(request, undefined, now())
      }
      if (!isStopped) log(failureText, error)
      return undefined
    }
  }

  /** Prices some due rows of a model. Returns false if none is left. */
  function priceSlice(reference: ModelReference, priceOf: PriceOf): boolean {
    const rows = readDue(database, reference)
    if (rows.length === 0) return false
    database.transaction(() => {
      for (const row of rows) writeAmount(database, String(row['origin']), priceOf(toRequest(row)))
      // A loss of power makes rows due again.
    }, 'relaxed')
    return true
  }

  /** Computes amounts again in slices that are a transaction each: a kill loses none. */
  async function priceAgain(reference: ModelReference, since: string): Promise<number> {
    const model = await describe(reference)
    let changed = 0
    for (let last = 0; !isStopped;) {
      const rows = readSince(database, reference, { since, last })
      const reached = rows.at(-1)?.['sequence']
      if (reached === undefined) break
      last = Number(reached)
      changed += database.transaction(
        () => rows.filter((row) => rewrite(row, priceOfSpend(toRequest(row), model, now()))).length,
      )
      await setImmediate()
    }
    return changed
  }

  /** Returns whether the amount is another one. One that became unknown stays as it was. */
  function rewrite(row: Row, amount: Amount): boolean {
    if (amount.basis === 'unknown' || amount.nanoAmount === row['nano_amount']) return false
    writeAmount(database, String(row['origin']), amount)
    return true
  }

  return {
    priceAgain,
    priceAll() {
      isWanted = true
      // Later, because `describe` may ask for another run before the first has returned.
      running ??= Promise.resolve().then(run)
      return running
    },
    stop: () => void (isStopped = true),
  }
}

function readDueModels(database: Database): ModelReference[] {
  return database
    .all(
      `SELECT provider_id, model_id FROM spend WHERE basis = 'due'
       GROUP BY provider_id, model_id ORDER BY min(sequence)`,
    )
    .map((row) => ({ providerId: String(row['provider_id']), modelId: String(row['model_id']) }))
}

function readDue(database: Database, { providerId, modelId }: ModelReference): Row[] {
  return database.all(
    `SELECT * FROM spend WHERE basis = 'due' AND provider_id = ? AND model_id = ? LIMIT ?`,
    ...[providerId, modelId, maxRowsPerSlice],
  )
}

/** Reads a slice of the requests that a model has answered by tokens. */
function readSince(
  database: Database,
  { providerId, modelId }: ModelReference,
  { since, last }: { since: string; last: number },
): Row[] {
  return database.all(
    `SELECT * FROM spend WHERE day >= ? AND provider_id = ? AND model_id = ? AND sequence > ?
       AND kind <> 'media' AND input_tokens IS NOT NULL ORDER BY sequence LIMIT ?`,
    ...[since, providerId, modelId, last, maxRowsPerSlice],
  )
}

function toRequest(row: Row): PricedRequest {
  return { kind: String(row['kind']), at: Number(row['spent_at']), usage: readCounts(row) }
}
