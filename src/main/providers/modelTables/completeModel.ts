import type { Capabilities, Model, Price } from '../../../shared/models.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { findPreset } from '../configs/presets.ts'
import { findHostedRow, findLocalRow, findOwnRow, withoutArea } from './modelTable.ts'
import type { ModelRow } from './modelTable.ts'
import { replacementFor, retirementOf } from './retirementOf.ts'
import type { RetirementOptions } from './retirementOf.ts'

/** Returns the service's description of a model, completed from the tables. */
export function completeModel(
  model: Model,
  config: ProviderConfig,
  options: RetirementOptions,
): Model {
  if (config.kind === 'guide') return model
  const own = ownRow(model.modelId, config)
  // A tuned model can do what its base can; its price is another.
  const { tunedFrom = model.modelId } = model
  const row = own ?? ownRow(tunedFrom, config) ?? otherRow(tunedFrom, config)
  const price = model.price ?? priceOf(own, model.modelId, config)
  const retirement = completeRetirement(model, config, options)
  const contextTokens = model.contextTokens ?? row?.contextTokens
  const outputTokensMaximum = model.outputTokensMaximum ?? row?.outputTokensMaximum
  const capabilities = {
    ...capabilitiesOf(row),
    ...picturesOf(row, config),
    ...definedOf(model.capabilities),
  }
  const onlyCompletes = model.onlyCompletes ?? isBaseOfKnown(tunedFrom, config)
  return {
    ...model,
    name: nameOf(model, own),
    ...(onlyCompletes && { onlyCompletes }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(outputTokensMaximum !== undefined && { outputTokensMaximum }),
    ...(Object.keys(capabilities).length > 0 && { capabilities }),
    ...(price && { price }),
    ...(retirement && { retirement }),
  }
}

/** Tells whether an id names the base of a model in the tables, as it was before it learnt to chat. */
function isBaseOfKnown(modelId: string, config: ProviderConfig): boolean {
  const chatting = modelId.replace(/[-_]base(?=$|[-_:.])/i, '')
  if (chatting === modelId) return false
  return (ownRow(chatting, config) ?? otherRow(chatting, config)) !== undefined
}

/** Returns the table's name if the service gives none. A dated id keeps its date. */
function nameOf({ name, modelId }: Model, own: ModelRow | undefined): string {
  const isWhole = own !== undefined && (own.id === modelId || own.id === withoutArea(modelId))
  return name === modelId && isWhole ? own.name : name
}

/** Returns the row for the service's own model of this id. */
function ownRow(modelId: string, { kind, presetId }: ProviderConfig): ModelRow | undefined {
  if (kind === 'local') return undefined
  const provider = kind === 'bedrock' ? 'bedrock' : presetId
  return provider === null ? undefined : findOwnRow(modelId, provider)
}

function otherRow(modelId: string, { kind }: ProviderConfig): ModelRow | undefined {
  // A local server's model can have any name: a local `gpt-4` is not OpenAI's.
  return kind === 'local' ? findLocalRow(modelId) : findHostedRow(modelId)
}

function capabilitiesOf(row: ModelRow | undefined): Capabilities {
  if (!row) return {}
  return {
    ...(row.input && { image: row.input.includes('image') }),
    // The tables list these kinds of input only for models that accept them.
    ...(row.input?.includes('pdf') && { pdf: true }),
    ...(row.input?.includes('audio') && { audio: true }),
    ...(row.tools !== undefined && { tools: row.tools }),
    ...(row.reasoning !== undefined && { reasoning: row.reasoning }),
  }
}

/** Only services that have the tool make pictures, and only through the Responses API. */
function picturesOf(row: ModelRow | undefined, { presetId, api }: ProviderConfig): Capabilities {
  const offered = findPreset(presetId)?.pictures
  if (!offered || row?.pictures !== true || api === 'chat') return {}
  return { pictures: offered.modelHeader === undefined ? 'free' : 'named' }
}

function definedOf(capabilities: Capabilities | undefined): Capabilities {
  const given = Object.entries(capabilities ?? {})
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/**
 * Returns the price. Gateways set their own prices. Bedrock's rows hold the prices of US regions.
 */
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
  if (model.hasNoShutdown) return undefined
  if (!retirement) return retirementOf(model.tunedFrom ?? modelId, config, options)
  if (retirement.replacement !== null) return retirement
  return { ...retirement, replacement: replacementFor(modelId, config, options) }
}
