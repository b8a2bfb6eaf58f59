import type { BatchPreview } from '../../shared/batches/batches.ts'
import type { BatchQuote } from '../../shared/batches/parts.ts'
import { costOf } from '../../shared/chat/costOf.ts'
import { estimateTextTokens } from '../../shared/chat/estimateTextTokens.ts'
import { toWire } from '../../shared/errors.ts'
import type { ModelReference, Price } from '../../shared/models.ts'
import type { BatchOffer } from '../providers/requestBatches.ts'
import type { Database } from '../storage/connection.ts'
import { readAnswerShape } from './answers/answerShape.ts'
import { readCounts, type Prompts, type StoredBatch } from './batchTable.ts'
import { valuesOf, type Column } from './columns.ts'
import { fillRow, usesIn, variablesIn, withoutVariables } from './fillPrompt.ts'
import { readFirst, toShown } from './rowTable.ts'
import { atBatchRate, estimateParts } from './services/batchRate.ts'
import { hashRequest, isOutdated, readTried } from './trying/triedRows.ts'

const previewRows = 3
/** A filled prompt is shown up to here. */
const maxShownLength = 2000
/** The answer of a row that was tried is shown up to here. */
const maxTriedLength = 20_000

interface PricedModel extends ModelReference {
  price: Price | undefined
  /** The service's batches, if it has any. */
  offer: BatchOffer | null
}

/** Returns the first requests of a table, their estimated tokens and price, and what is missing. */
export function previewBatch(
  database: Database,
  batch: StoredBatch,
  prompts: Prompts,
  model: PricedModel | null,
): BatchPreview {
  const { system, prompt, answerShape } = prompts
  const used = variablesIn(system, prompt)
  const byName = new Map(batch.columns.map((column) => [column.name, column]))
  const shown = (text: string): string => text.slice(0, maxShownLength).toWellFormed()
  const rows = readFirst(database, batch.id, ['waiting'], previewRows).map(({ number, cells }) => {
    const filled = fillRow({ ...batch, system, prompt }, cells)
    return { number, system: shown(filled.system), prompt: shown(filled.prompt) }
  })
  const hash = model && hashRequest(model, prompts)
  const tried = readTried(database, batch.id, hash)
  const { waiting } = readCounts(database, batch.id)
  const requests = waiting + tried.filter(isOutdated).length
  const tokens = estimateTokens(`${system}\n${prompt}`, byName, requests)
  const price = model?.price
  return {
    rows,
    unknown: used.filter((name) => !byName.has(name)),
    blank: used.flatMap((name) => {
      const column = byName.get(name)
      return column && column.blanks > 0 ? [{ name, blanks: column.blanks }] : []
    }),
    ...previewShape(answerShape),
    requests,
    tried: tried.map((row) => ({
      ...toShown(row, valuesOf(batch.format, batch.columns, row.cells).values(), maxTriedLength),
      isOutdated: isOutdated(row),
    })),
    tokens,
    dollars: price ? costOf({ inputTokens: tokens, outputTokens: 0 }, price) : null,
    answerPrice: price?.output ?? null,
    service: model?.offer ? quoteOf(requests, tokens, price, model.offer) : null,
  }
}

function quoteOf(
  requests: number,
  tokens: number,
  price: Price | undefined,
  offer: BatchOffer,
): BatchQuote {
  const rate = price && atBatchRate(price, offer)
  return {
    parts: estimateParts(requests, tokens, offer),
    discount: offer.discount,
    dollars: rate ? costOf({ inputTokens: tokens, outputTokens: 0 }, rate) : null,
    answerPrice: rate?.output ?? null,
    keptDays: offer.keptDays,
    cancellable: offer.cancellable ?? true,
  }
}

function previewShape(text: string): Pick<BatchPreview, 'answerColumns' | 'answerShapeError'> {
  try {
    return { answerColumns: readAnswerShape(text)?.columns ?? [], answerShapeError: null }
  } catch (error) {
    return { answerColumns: [], answerShapeError: toWire(error) }
  }
}

/** Estimates the tokens of all requests: each has the text, and each variable its column's values. */
function estimateTokens(
  text: string,
  columns: ReadonlyMap<string, Column>,
  requests: number,
): number {
  const values = usesIn(text).reduce((sum, name) => sum + (columns.get(name)?.tokens ?? 0), 0)
  return estimateTextTokens(withoutVariables(text)) * requests + values
}
