import type { Model, ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import { modelKey, sameModel } from '../../core/store.ts'
import { findMatches } from '../../ui/controls/rankMatches.ts'
import { capabilityNames } from './capabilities.ts'
import type { CapabilityName } from './capabilities.ts'

/** A row of the list. A model may have two: as a favourite, and with its provider. */
export interface ModelRow {
  key: string
  model: Model
  provider: string
  /** The heading above the first row of a group. */
  heading?: string
  favourite: boolean
}

export type ModelFilter = 'local' | CapabilityName
const modelFilters: readonly ModelFilter[] = ['local', ...capabilityNames]

export interface ModelRowsInput {
  models: readonly Model[]
  providers: readonly ProviderState[]
  favourites: readonly ModelReference[]
  recent: readonly ModelReference[]
  query: string
  filters: ReadonlySet<ModelFilter>
  headings: { favourites: string; recent: string }
}

/**
 * Returns the rows: favourites and recent models first, then all by provider. A search puts the
 * best matches first.
 */
export function modelRows(input: ModelRowsInput): ModelRow[] {
  const names = new Map(input.providers.map(({ id, name }) => [id, name]))
  const favourites = new Set(input.favourites.map(modelKey))
  const shown = input.models.filter(
    (model) =>
      names.has(model.providerId) && [...input.filters].every((filter) => has(model, filter)),
  )
  const rowOf = (group: string) => (model: Model) => ({
    key: `${group} ${modelKey(model)}`,
    model,
    provider: names.get(model.providerId) ?? '',
    favourite: favourites.has(modelKey(model)),
  })
  if (input.query.trim() !== '') {
    return findMatches(shown, input.query, (model) => ({
      label: model.name,
      more: [model.modelId, names.get(model.providerId)],
    })).map(rowOf('found'))
  }
  const pick = (references: readonly ModelReference[]) =>
    references.flatMap((reference) => shown.find((model) => sameModel(model, reference)) ?? [])
  const groups: [heading: string, rows: ModelRow[]][] = []
  const marked = pick(input.favourites)
  const recent = pick(input.recent).filter((model) => !favourites.has(modelKey(model)))
  groups.push([input.headings.favourites, marked.map(rowOf('favourite'))])
  groups.push([input.headings.recent, recent.map(rowOf('recent'))])
  for (const { id, name } of input.providers) {
    groups.push([name, shown.filter(({ providerId }) => providerId === id).map(rowOf('all'))])
  }
  return groups.flatMap(([heading, rows]) =>
    rows.map((row, index) => (index === 0 ? { ...row, heading } : row)),
  )
}

function has(model: Model, filter: ModelFilter): boolean {
  return filter === 'local' ? model.local : model.capabilities?.[filter] === true
}

/** Returns the filters that keep some of these models, but not all. */
export function usefulFilters(models: readonly Model[]): ModelFilter[] {
  return modelFilters.filter((filter) => {
    const count = models.filter((model) => has(model, filter)).length
    return count > 0 && count < models.length
  })
}
