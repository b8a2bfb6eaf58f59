import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import { readBatch, type Prompts } from '../batchTable.ts'
import { fillRow } from '../fillPrompt.ts'
import { keepOutcome } from '../running/keepOutcome.ts'
import type { RunDependencies } from '../running/batchRun.ts'
import { sendRow } from '../running/sendRow.ts'
import { hashRequest, takeTriedRow } from './triedRows.ts'

/** Requests for single rows of drafts. */
export interface Trials {
  /**
   * Sends a row of a draft once, and keeps what comes of it. Resolves once that is written down.
   * Errors: conflict while a row of the table is being tried, badInput for a row that can't be
   * sent, and those of finding the model.
   */
  send: (batchId: string, number: number, model: ModelReference, prompts: Prompts) => Promise<void>
  isUnderWay: (batchId: string) => boolean
  /** Resolves once no row is being tried. */
  finish: () => Promise<void>
}

export function createTrials(dependencies: RunDependencies): Trials {
  const { database, lookup, describe, announce, closing } = dependencies
  const underWay = new Map<string, Promise<void>>()

  async function tryOnce(
    batchId: string,
    number: number,
    reference: ModelReference,
    prompts: Prompts,
  ): Promise<void> {
    const provider = await lookup(reference.providerId)
    const model = await describe(reference)
    const { format, columns } = readBatch(database, batchId)
    const row = takeTriedRow(database, batchId, number, hashRequest(reference, prompts))
    announce(batchId, 'now')
    const request = {
      ...{ provider, model },
      ...fillRow({ format, columns, ...prompts }, row.cells),
      shape: readAnswerShape(prompts.answerShape),
    }
    const outcome = await sendRow(request, closing)
    // A disk that stays full shows in the page by the row that stays under way.
    await keepOutcome(row, outcome, { ...dependencies, onWait: () => undefined })
    announce(batchId, 'now')
  }

  return {
    async send(batchId, ...rest) {
      if (underWay.has(batchId)) throw new AppError('conflict', 'A row is being tried')
      const trial = tryOnce(batchId, ...rest).finally(() => underWay.delete(batchId))
      underWay.set(batchId, trial)
      await trial
    },
    isUnderWay: (batchId) => underWay.has(batchId),
    async finish() {
      await Promise.allSettled(underWay.values())
    },
  }
}
