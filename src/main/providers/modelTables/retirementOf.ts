import { z } from 'zod'
import table from '../../../../resources/retiredModels.json' with { type: 'json' }
import { modelIdSchema } from '../../../shared/models.ts'
import type { Retirement } from '../../../shared/models.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { idIn } from './bedrockModels.ts'
import { findOwnRow, modelRows, withoutArea } from './modelTable.ts'

const rowSchema = z.object({
  id: modelIdSchema,
  /** The id of the preset that retires it. */
  provider: z.string(),
  date: z.iso.date(),
  replacement: modelIdSchema.nullable(),
})
type RetiredRow = z.infer<typeof rowSchema>

let read: ReadonlyMap<string, readonly RetiredRow[]> | undefined

/**
 * Returns the retirements. They are parsed at the first use, to keep them out of the start of the
 * app.
 */
function retiredById(): ReadonlyMap<string, readonly RetiredRow[]> {
  read ??= Map.groupBy(z.object({ retired: z.array(rowSchema) }).parse(table).retired, ({ id }) =>
    spelling(id),
  )
  return read
}

export interface RetirementOptions {
  /** The ids that the service lists, if known. */
  listed?: ReadonlySet<string> | undefined
  now: number
}

/** Returns the model's retirement by this service according to the tables. */
export function retirementOf(
  modelId: string,
  config: ProviderConfig,
  options: RetirementOptions,
): Retirement | undefined {
  const source = sourceOf(config)
  if (source === undefined) return undefined
  const id = plain(modelId)
  const row = findRetired(id, source)
  const date = shutdownOf(id, source) ?? row?.date
  if (date === undefined) return undefined
  return { date, replacement: replacementOf(row, config, options) }
}

/** Returns the replacement for a model whose retirement the service itself announced. */
export function replacementFor(
  modelId: string,
  config: ProviderConfig,
  options: RetirementOptions,
): string | null {
  const source = sourceOf(config)
  if (source === undefined) return null
  return replacementOf(findRetired(plain(modelId), source), config, options)
}

export function isRetired({ date }: Retirement, now: number): boolean {
  return date <= new Date(now).toISOString().slice(0, 10)
}

const anyone = 'anyone'

/**
 * Returns the service whose dates apply. A custom address most likely belongs to the vendor.
 * Gateways of the presets and local servers have their own dates.
 */
function sourceOf({ kind, presetId }: ProviderConfig): string | undefined {
  if (kind === 'local' || kind === 'guide') return undefined
  if (kind === 'bedrock') return 'bedrock'
  return presetId ?? anyone
}

function plain(modelId: string): string {
  return withoutArea(modelId.replace(/^models\//, ''))
}

/** Returns what all spellings of an id have in common: versions have a dot or a dash. */
function spelling(id: string): string {
  return id.toLowerCase().replaceAll('.', '-')
}

/** Returns the row of an id. The latest of a family that has retired stands for its bare name. */
function findRetired(id: string, source: string): RetiredRow | undefined {
  const find = (spelled: string) =>
    retiredById()
      .get(spelled)
      ?.find(({ provider }) => source === anyone || provider === source)
  return find(spelling(id)) ?? find(`${spelling(id)}-latest`)
}

function shutdownOf(id: string, source: string): string | undefined {
  if (source !== anyone) return findOwnRow(id, source)?.shutdown
  return modelRows().find((row) => row.id === id && row.shutdown !== undefined)?.shutdown
}

const maxChainLength = 6

/** Returns the first replacement that is not itself retired. */
function replacementOf(
  first: RetiredRow | undefined,
  { aws }: ProviderConfig,
  { listed, now }: RetirementOptions,
): string | null {
  const advice: string[] = []
  let next = first
  for (let depth = 0; next?.replacement && depth < maxChainLength; depth += 1) {
    const { replacement, provider } = next
    next = findRetired(replacement, provider)
    if (!next || !isRetired(next, now)) advice.push(replacement)
  }
  const isListed = advice.map((id) => listedAs(id, listed)).find((id) => id !== undefined)
  const [best] = advice
  if (isListed !== undefined || best === undefined) return isListed ?? null
  const row = aws && findOwnRow(best, 'bedrock')
  return (row && idIn(aws.region, row)) ?? best
}

/** Returns the id as the service lists it, such as with Bedrock's area or a dot in the version. */
function listedAs(id: string, listed: ReadonlySet<string> | undefined): string | undefined {
  if (!listed || listed.has(id)) return listed ? id : undefined
  return [...listed].find((candidate) => spelling(plain(candidate)) === spelling(id))
}
