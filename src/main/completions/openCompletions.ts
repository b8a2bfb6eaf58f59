import type { completions as feature } from '../../shared/completions.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import { patient } from '../storage/waitForLock.ts'
import { continueText } from './continueText.ts'
import { createContinuedTextTable } from './continuedTextTable.ts'

export interface OpenCompletionsOptions {
  providers: Pick<Providers, 'lookup'>
  /** Returns the models that have refused to chat because they only continue texts. */
  refusedChats: () => ModelReference[]
}

/** Opens the page that continues a text. Its text is part of the history. */
export function openCompletions(
  { history, log }: Pick<FeatureContext, 'history' | 'log'>,
  { providers, refusedChats }: OpenCompletionsOptions,
): OpenFeature<typeof feature> {
  const current = history.add({
    open(database) {
      const table = createContinuedTextTable(database, { log, now: Date.now })
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
          continueText: (input: Parameters<typeof continueText>[1], signal: AbortSignal) =>
            continueText(providers.lookup, input, signal),
        },
        close: () => undefined,
      }
    },
  })
  return { handlers: () => current()?.handlers }
}
