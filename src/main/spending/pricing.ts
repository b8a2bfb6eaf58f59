import { setImmediate } from 'node:timers/promises'
import type { Model, ModelReference } from '../../shared/models.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'
import { readCounts, writeAmount } from './ledger.ts'
import { priceOfSpend } from './priceOfSpend.ts'

const failureText = 'What requests have cost could not be looked up'

/** A model whose price is known, or certainly not. */
interface Described {
  /** Undefined if its provider is gone. */
  model: Model | undefined
}

/** Few enough for 8 ms of main's time. */
const maxRowsPerSlice = 100

/** Looks up what the requests of the ledger have cost. */
export interface Pricing {
  /** Prices all requests that are due. Never rejects. */
  priceAll: () => Promise<void>
  /** Stops before the next slice. */
  stop: () => void
}

interface PricingOptions {
  database: Database
  /** Describes a model with its price. Errors: providerMissing. */
  describe: (model: ModelReference) => Promise<Model>
  /** Called when amounts have been written. */
  onPriced: () => void
  log: Log
  now?: () => number
}

export function createPricing(options: PricingOptions): Pricing {
  const { database, describe, onPriced, log, now = Date.now } = options
  let isStopped = false
  let running: Promise<void> | undefined
  /** Calls of `priceAll` so far. */
  let calls = 0

  async function run(): Promise<void> {
    try {
      for (let seen = 0; seen !== calls && !isStopped;) {
        seen = calls
        if (await priceDue()) onPriced()
      }
    } catch (error) {
      if (!isStopped) log(failureText, error)
    } finally {
      running = undefined
    }
  }

  /**
   * Prices each due row once. Returns whether any amount was written. The rows of a model that can't
   * be described stay due: the next request, or the page, tries again.
   */
  async function priceDue(): Promise<boolean> {
    const described = new Map<string, Described | undefined>()
    let last = 0
    let hasPriced = false
    for (;;) {
      const rows = readDue(database, last)
      if (rows.length === 0) return hasPriced
      for (const reference of rows.map(toModel)) {
        const key = JSON.stringify(reference)
        if (!described.has(key)) described.set(key, await describeModel(reference))
        if (isStopped) return false
      }
      const at = now()
      database.transaction(() => {
        for (const row of rows) {
          const found = described.get(JSON.stringify(toModel(row)))
          if (!found) continue
          priceRow(database, row, found.model, at)
          hasPriced = true
        }
        // A loss of power makes rows due again.
      }, 'relaxed')
      last = Number(rows.at(-1)?.['sequence'])
      await setImmediate()
      if (isStopped) return false
    }
  }

  /** Returns undefined if it failed, which is logged. */
  async function describeModel(reference: ModelReference): Promise<Described | undefined> {
    try {
      return { model: await describe(reference) }
    } catch (error) {
      if (error instanceof AppError && error.code === 'providerMissing') return { model: undefined }
      if (!isStopped) log(failureText, error)
      return undefined
    }
  }

  return {
    priceAll() {
      calls += 1
      // Later, because `describe` may ask for another run before the first has returned.
      running ??= Promise.resolve().then(run)
      return running
    },
    stop: () => void (isStopped = true),
  }
}

function readDue(database: Database, after: number): Row[] {
  return database.all(
    `SELECT * FROM spend WHERE basis = 'due' AND sequence > ? ORDER BY sequence LIMIT ?`,
    ...[after, maxRowsPerSlice],
  )
}

function toModel(row: Row): ModelReference {
  return { providerId: String(row['provider_id']), modelId: String(row['model_id']) }
}

function priceRow(database: Database, row: Row, model: Model | undefined, now: number): void {
  const request = {
    kind: String(row['kind']),
    at: Number(row['spent_at']),
    usage: readCounts(row),
  }
  writeAmount(database, String(row['origin']), priceOfSpend(request, model, now))
}
