import { z } from 'zod'
import table from '../../../../resources/models.json' with { type: 'json' }
import { inputKinds, modelIdSchema, priceSchema } from '../../../shared/models.ts'

const rowSchema = z.object({
  id: modelIdSchema,
  /** The id of the preset or local server that serves the model under this id. */
  provider: z.string(),
  name: z.string(),
  contextTokens: z.number().int().positive().optional(),
  outputTokensMaximum: z.number().int().positive().optional(),
  input: z.array(z.enum(inputKinds)).optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  /** True if it makes pictures within an answer, by a tool of its service. */
  pictures: z.boolean().optional(),
  price: priceSchema.optional(),
  /** The day on which `provider` retires it. */
  shutdown: z.iso.date().optional(),
  /** Bedrock: the areas with an inference profile of the model, as prefixes of its id. */
  profiles: z.array(z.string()).optional(),
  /** Bedrock: true if requests may use the plain id. */
  onDemand: z.boolean().optional(),
  /** Bedrock: the price applies only to the profile `global`, or only to the others. */
  priceOf: z.enum(['global', 'inRegion']).optional(),
})
export type ModelRow = z.infer<typeof rowSchema>

interface ModelTable {
  rows: readonly ModelRow[]
  byId: ReadonlyMap<string, readonly ModelRow[]>
  hostedByPlainId: ReadonlyMap<string, ModelRow>
}

let read: ModelTable | undefined

/** Returns the table. It is parsed at the first use, to keep it out of the start of the app. */
function modelTable(): ModelTable {
  if (read) return read
  const { models: rows } = z.object({ models: z.array(rowSchema) }).parse(table)
  const hosted = rows.filter(({ provider }) => provider !== 'ollama')
  read = {
    rows,
    byId: Map.groupBy(rows, ({ id }) => id),
    // The vendors' own rows precede Bedrock's, and take precedence because reversal puts them last.
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

/** Returns the row of a model that `provider` serves under this id. */
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

/** Returns the row of a model for any service. Gateways spell ids in different ways. */
export function findHostedRow(modelId: string): ModelRow | undefined {
  return modelTable().hostedByPlainId.get(plainIdOf(modelId))
}

/** Returns the row for a local model. Local servers use the family as name and the size as tag. */
export function findLocalRow(modelId: string): ModelRow | undefined {
  const family = modelId.split('/').at(-1)?.split(':')[0] ?? ''
  return findOwnRow(modelId, 'ollama') ?? findOwnRow(family, 'ollama')
}

/** Removes the inference profile's area from a Bedrock id. */
export function withoutArea(modelId: string): string {
  return modelId.replace(areas, '')
}

function undated(modelId: string): string {
  return modelId.replace(/-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$/, '')
}

/**
 * Returns the vendor's spelling of an id, for `openai/gpt-5`, `models/x`, `x:latest`,
 * `us.anthropic.x-20250929-v1:0` and `x-2025-08-07`.
 */
function plainIdOf(modelId: string): string {
  const last = modelId.split('/').at(-1) ?? modelId
  const unversioned = withoutArea(last)
    .replace(/:(?:latest|free)$/, '')
    .replace(makers, '')
    .replace(/-(?:v\d+(?::\d+)?|\d:\d)$/, '')
  // Some gateways replace the point of a version.
  return undated(unversioned)
    .toLowerCase()
    .replace(/^(claude-.*)\.(\d)/, '$1-$2')
}
