import type { Model } from '../../../shared/models.ts'

/** A model that a service has trained for the user. */
export interface TunedModel {
  modelId: string
  /** The id of the model that it was made from. */
  base: string
}

/**
 * Tells of each tuned model what it was made from, and gives it the end of its base, with which the
 * service ends it. Models that are finished and not listed yet are added: services list them minutes
 * late.
 */
export function withTuned(
  listed: readonly Model[],
  tuned: readonly TunedModel[],
  given: Pick<Model, 'providerId' | 'local'>,
): Model[] {
  const byId = new Map(listed.map((model) => [model.modelId, model]))
  const bases = new Map(tuned.map(({ modelId, base }) => [modelId, base]))
  const late = tuned
    .filter(({ modelId }) => !byId.has(modelId))
    .map(({ modelId }): Model => ({ ...given, modelId, name: modelId }))
  return [...late, ...listed].map((model) => {
    const base = bases.get(model.modelId) ?? baseInId(model.modelId)
    if (base === undefined) return model
    const { hasNoShutdown: _ofItsOwn, ...rest } = model
    const retirement = model.retirement ?? byId.get(base)?.retirement
    return { ...rest, tunedFrom: base, ...(retirement && { retirement }) }
  })
}

/** OpenAI and Mistral name the base in the id: `ft:gpt-4.1-mini-2025-04-14:acme:suffix:x1`. */
function baseInId(modelId: string): string | undefined {
  return /^ft:(?<base>[^:]+):/.exec(modelId)?.groups?.['base']
}
