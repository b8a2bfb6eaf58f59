import type { Model, ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import { sameModel } from '../store.ts'

/** A model to choose. */
export interface ModelEntry extends ModelReference {
  name: string
  local?: boolean
  /** The provider's name, in a group of several providers. */
  provider?: string
  /** True if it is chosen but no longer listed. */
  isMissing?: boolean
}

export interface ModelGroup {
  label: string
  models: readonly ModelEntry[]
}

/** A group of models that a feature puts first. Those without a name get the listed one. */
export interface LeadingGroup {
  label: string
  models: readonly (ModelReference & Partial<ModelEntry>)[]
}

interface ModelGroupsInput {
  models: readonly Model[]
  providers: readonly ProviderState[]
  leading: readonly LeadingGroup[]
  chosen: ModelReference | null
}

/**
 * Returns the models to choose from: the leading groups, then those of each provider. A chosen
 * model that is not listed stays in the group of its provider.
 */
export function modelGroups({
  models,
  providers,
  leading,
  chosen,
}: ModelGroupsInput): ModelGroup[] {
  const providerName = (id: string): string => providers.find((one) => one.id === id)?.name ?? id
  const first = leading.map(({ label, models: led }) => ({
    label,
    models: led.map((model) => ({ name: nameIn(models, model), ...model })),
  }))
  const led = first.flatMap((group) => group.models)
  const others: ModelEntry[] = models.filter((model) => !led.some((one) => sameModel(one, model)))
  const known = [...led, ...others]
  if (chosen && !known.some((model) => sameModel(model, chosen))) {
    others.push({ ...chosen, name: chosen.modelId, isMissing: true })
  }
  const ids = new Set([...providers, ...others.map(idOf)].map(({ id }) => id))
  return [
    ...first,
    ...[...ids].map((id) => ({
      label: providerName(id),
      models: others.filter(({ providerId }) => providerId === id),
    })),
  ].filter((group) => group.models.length > 0)
}

function idOf({ providerId }: ModelReference): { id: string } {
  return { id: providerId }
}

function nameIn(models: readonly Model[], wanted: ModelReference): string {
  return models.find((model) => sameModel(model, wanted))?.name ?? wanted.modelId
}
