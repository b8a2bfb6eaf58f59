import type { Capabilities, Model, Price } from '../../../shared/models.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { findHostedRow, findLocalRow, findOwnRow, withoutArea } from './modelTable.ts'
import type { ModelRow } from './modelTable.ts'
import { replacementFor, retirementOf } from './retirementOf.ts'
import type { RetirementOptions } from './retirementOf.ts'

/** What the service says of a model, and, where it says nothing, what the tables do. */
export function completeModel(
  model: Model,
  config: ProviderConfig,
  options: RetirementOptions,
): Model {
  if (config.kind === 'guide') return model
  const own = ownRow(model.modelId, config)
  const row = own ?? otherRow(model.modelId, config)
  const price = model.price ?? priceOf(own, model.modelId, config)
  const retirement = completeRetirement(model, config, options)
  const contextTokens = model.contextTokens ?? row?.contextTokens
  const outputTokensMaximum = model.outputTokensMaximum ?? row?.outputTokensMaximum
  const capabilities = { ...capabilitiesOf(row), ...definedOf(model.capabilities) }
  return {
    ...model,
    name: nameOf(model, own),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(outputTokensMaximum !== undefined && { outputTokensMaximum }),
    ...(Object.keys(capabilities).length > 0 && { capabilities }),
    ...(price && { price }),
    ...(retirement && { retirement }),
  }
}

/** The table's where the service has none; a dated id keeps its date. */
function nameOf({ name, modelId }: Model, own: ModelRow | undefined): string {
  const isWhole = own !== undefined && (own.id === modelId || own.id === withoutArea(modelId))
  return name === modelId && isWhole ? own.name : name
}

/** What the service of this configuration serves under its own name. */
function ownRow(modelId: string, { kind, presetId }: ProviderConfig): ModelRow | undefined {
  if (kind === 'local') return undefined
  const provider = kind === 'bedrock' ? 'bedrock' : presetId
  return provider === null ? undefined : findOwnRow(modelId, provider)
}

function otherRow(modelId: string, { kind }: ProviderConfig): ModelRow | undefined {
  // A local server may give any name to what it runs: `gpt-4` there is not OpenAI's.
  return kind === 'local' ? findLocalRow(modelId) : findHostedRow(modelId)
}

function capabilitiesOf(row: ModelRow | undefined): Capabilities {
  if (!row) return {}
  return {
    ...(row.input && { image: row.input.includes('image') }),
    // Whether a model reads these the tables know only where it does.
    ...(row.input?.includes('pdf') && { pdf: true }),
    ...(row.input?.includes('audio') && { audio: true }),
    ...(row.tools !== undefined && { tools: row.tools }),
    ...(row.reasoning !== undefined && { reasoning: row.reasoning }),
  }
}

function definedOf(capabilities: Capabilities | undefined): Capabilities {
  const given = Object.entries(capabilities ?? {})
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** A gateway takes what it likes; Bedrock's prices are those of its regions in the United States. */
function priceOf(
  row: ModelRow | undefined,
  modelId: string,
  { aws }: ProviderConfig,
): Price | undefined {
  if (!row || !aws) return row?.price
  const isGlobal = modelId.startsWith('global.')
  if (isGlobal !== (row.priceOf === 'global')) return undefined
  return isGlobal || aws.region.startsWith('us-') ? row.price : undefined
}

function completeRetirement(model: Model, config: ProviderConfig, options: RetirementOptions) {
  const { retirement, modelId } = model
  if (!retirement) return retirementOf(modelId, config, options)
  if (retirement.replacement !== null) return retirement
  return { ...retirement, replacement: replacementFor(modelId, config, options) }
}
