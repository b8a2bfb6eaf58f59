import { z } from 'zod'
import table from '../../../../resources/models.json' with { type: 'json' }
import { inputKinds, modelIdSchema, priceSchema } from '../../../shared/models.ts'

const rowSchema = z.object({
  id: modelIdSchema,
  /** Who serves it under this id: the id of a preset, or of a local server. */
  provider: z.string(),
  name: z.string(),
  contextTokens: z.number().int().positive().optional(),
  outputTokensMaximum: z.number().int().positive().optional(),
  input: z.array(z.enum(inputKinds)).optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  price: priceSchema.optional(),
  /** The day on which `provider` switches it off. */
  shutdown: z.iso.date().optional(),
  /** Bedrock: the areas whose inference profiles have it, as prefixes of its id. */
  profiles: z.array(z.string()).optional(),
  /** Bedrock: whether it can be asked by its plain id. */
  onDemand: z.boolean().optional(),
  /** Bedrock: the price differs for the profile `global`. */
  priceOf: z.enum(['global', 'inRegion']).optional(),
})
export type ModelRow = z.infer<typeof rowSchema>

interface ModelTable {
  rows: readonly ModelRow[]
  byId: ReadonlyMap<string, readonly ModelRow[]>
  hostedByPlainId: ReadonlyMap<string, ModelRow>
}

let read: ModelTable | undefined

/** Parsed when it is first asked for: the start of the app can do without. */
function modelTable(): ModelTable {
  if (read) return read
  const { models: rows } = z.object({ models: z.array(rowSchema) }).parse(table)
  const hosted = rows.filter(({ provider }) => provider !== 'ollama')
  read = {
    rows,
    byId: Map.groupBy(rows, ({ id }) => id),
    // The makers' own rows stand before those of Bedrock, and win by coming last here.
    hostedByPlainId: new Map(hosted.map((row) => [plainIdOf(row.id), row] as const).toReversed()),
  }
  return read
}

export function modelRows(): readonly ModelRow[] {
  return modelTable().rows
}

const areas = /^(?:us-gov|us|eu|apac|global|jp|au|ca|in|sa|me|af|mx)\.(?=[a-z0-9]+\.)/

const makers =
  /^(?:ai21|amazon|anthropic|cohere|deepseek|meta|minimax|mistral|moonshotai|openai|qwen|xai|zai)\./

/** What is known of a model that `provider` serves, under this id there. */
export function findOwnRow(modelId: string, provider: string): ModelRow | undefined {
  const forms =
    provider === 'bedrock' ? [modelId, withoutArea(modelId)] : [modelId, undated(modelId)]
  for (const form of forms) {
    const row = modelTable()
      .byId.get(form)
      ?.find((candidate) => candidate.provider === provider)
    if (row) return row
  }
  return undefined
}

/** What is known of a model whoever serves it: gateways write its id in ways of their own. */
export function findHostedRow(modelId: string): ModelRow | undefined {
  return modelTable().hostedByPlainId.get(plainIdOf(modelId))
}

/** Local servers name a model after its family, with the size as a tag. */
export function findLocalRow(modelId: string): ModelRow | undefined {
  const family = modelId.split('/').at(-1)?.split(':')[0] ?? ''
  return findOwnRow(modelId, 'ollama') ?? findOwnRow(family, 'ollama')
}

/** Bedrock's id without the area of its inference profile. */
export function withoutArea(modelId: string): string {
  return modelId.replace(areas, '')
}

function undated(modelId: string): string {
  return modelId.replace(/-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$/, '')
}

/**
 * The id as its maker would write it, for `openai/gpt-5`, `models/x`, `x:latest`,
 * `us.anthropic.x-20250929-v1:0` and `x-2025-08-07`.
 */
export function plainIdOf(modelId: string): string {
  const last = modelId.split('/').at(-1) ?? modelId
  const unversioned = withoutArea(last)
    .replace(/:(?:latest|free)$/, '')
    .replace(makers, '')
    .replace(/-(?:v\d+(?::\d+)?|\d:\d)$/, '')
  // Some gateways write the points of a version as they are spoken.
  return undated(unversioned)
    .toLowerCase()
    .replace(/^(claude-.*)\.(\d)/, '$1-$2')
}
