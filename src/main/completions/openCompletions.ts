import { randomUUID } from 'node:crypto'
import type { Usage } from '../../shared/chat/parts.ts'
import type { completions as feature } from '../../shared/completions.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import type { PaidRun } from '../spending/budget.ts'
import { guardLedger, recordSpend } from '../spending/ledger.ts'
import { patient } from '../storage/waitForLock.ts'
import { continueText } from './continueText.ts'
import { createContinuedTextTable } from './continuedTextTable.ts'

export interface OpenCompletionsOptions {
  providers: Pick<Providers, 'lookup'>
  /** Returns the models that have refused to chat because they only continue texts. */
  refusedChats: () => ModelReference[]
  /** Called when a request is in the ledger whose price is to be looked up. */
  onSpent: () => void
  /** Begins a request that the user's budget may hold back. */
  beginPaid: (model: ModelReference) => PaidRun
}

/** Opens the page that continues a text. Its text is part of the history. */
export function openCompletions(
  { history, log }: Pick<FeatureContext, 'history' | 'log'>,
  { providers, refusedChats, onSpent, beginPaid }: OpenCompletionsOptions,
): OpenFeature<typeof feature> {
  const current = history.add({
    open(database) {
      const table = createContinuedTextTable(database, { log, now: Date.now })
      let isClosed = false
      const record = (model: ModelReference, at: number, usage: Usage | null): void => {
        if (isClosed) return
        const place = { conversationId: null, messageId: null }
        const request = { origin: randomUUID(), kind: 'continuation', at, model, usage } as const
        guardLedger(database, () => recordSpend(database, { ...request, ...place }))
        onSpent()
      }
      return {
        handlers: {
          ...patient({
            text: async () => ({ kept: table.read() }),
            saveText: async ({ kept }: { kept: Parameters<typeof table.save>[0] }) => {
              table.save(kept)
              return {}
            },
            refusedChats: async () => ({ models: refusedChats() }),
          }),
          async *continueText(input: Parameters<typeof continueText>[1], signal: AbortSignal) {
            const paid = beginPaid(input.model)
            try {
              await paid.admit()
              if (signal.aborted) return
              const at = Date.now()
              const onEnd = (usage: Usage | null): void => record(input.model, at, usage)
              yield* continueText(providers.lookup, input, signal, onEnd)
            } finally {
              paid.end()
            }
          },
        },
        close: () => void (isClosed = true),
      }
    },
  })
  return { handlers: () => current()?.handlers }
}
