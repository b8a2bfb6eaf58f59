import { fullDialect } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import type { ListedModel } from './listModels.ts'

/** The known dialect of each model on a server. */
export interface ModelDialects {
  of: (modelId: string) => Dialect
  learn: (modelId: string, dialect: Dialect) => void
  /** Records what the list of models says. It does not override what a refusal taught. */
  note: (listed: ListedModel) => void
}

export function createModelDialects(): ModelDialects {
  const dialects = new Map<string, Dialect>()
  const of = (modelId: string) => dialects.get(modelId) ?? fullDialect
  return {
    of,
    learn: (modelId, dialect) => void dialects.set(modelId, dialect),
    note({ model, refusedThinking, effort, citations }) {
      const known = of(model.modelId)
      dialects.set(model.modelId, {
        ...known,
        refusedThinking: new Set([...known.refusedThinking, ...refusedThinking]),
        effort: known.effort && effort,
        citations: known.citations && citations,
        outputTokensMaximum: known.outputTokensMaximum ?? model.outputTokensMaximum,
      })
    },
  }
}
