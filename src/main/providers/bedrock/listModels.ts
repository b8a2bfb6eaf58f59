import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { modelIdSchema } from '../../../shared/models.ts'
import type { Model, ModelTask } from '../../../shared/models.ts'
import { isEmbedder } from './embed.ts'
import { maxEntries } from '../models/modelLimits.ts'
import { text, words } from '../answer/answerFields.ts'

/** ISO 8601, or seconds since 1970. */
const time = z.union([z.string(), z.number().transform((seconds) => seconds * 1000)])

/** A malformed field counts as missing. */
const foundationSchema = z.object({
  modelId: modelIdSchema,
  modelName: text,
  inputModalities: words,
  outputModalities: words,
  inferenceTypesSupported: words,
  modelLifecycle: z
    .object({ status: text, endOfLifeTime: time.nullish().catch(null) })
    .nullish()
    .catch(null),
})
type Foundation = z.infer<typeof foundationSchema>

const profileSchema = z.object({
  inferenceProfileId: modelIdSchema,
  inferenceProfileArn: text,
  inferenceProfileName: text,
  status: text,
  type: text,
  models: z
    .array(z.object({ modelArn: text }))
    .nullish()
    .catch(null),
})
type Profile = z.infer<typeof profileSchema>

const list = z.array(z.unknown())
const foundationsSchema = z.object({ modelSummaries: list })
const profilesSchema = z.object({ inferenceProfileSummaries: list, nextToken: text })

export interface ProfilesPage {
  profiles: Profile[]
  next: string | null
}

/** Parses the list of foundation models. Errors: malformedAnswer. */
export function parseFoundations(json: unknown): Foundation[] {
  const page = foundationsSchema.safeParse(json)
  if (!page.success)
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  return page.data.modelSummaries
    .slice(0, maxEntries)
    .flatMap((entry) => foundationSchema.safeParse(entry).data ?? [])
}

/** Parses one page of inference profiles. Errors: malformedAnswer. */
export function parseProfiles(json: unknown): ProfilesPage {
  const page = profilesSchema.safeParse(json)
  if (!page.success)
    throw new AppError('malformedAnswer', 'The list of profiles has an unknown shape')
  const { inferenceProfileSummaries: entries, nextToken } = page.data
  return {
    profiles: entries
      .slice(0, maxEntries)
      .flatMap((entry) => profileSchema.safeParse(entry).data ?? []),
    next: nextToken || null,
  }
}

/** Parses the answer to a request for one foundation model. Errors: malformedAnswer. */
export function parseFoundation(json: unknown): Foundation {
  const found = z.object({ modelDetails: foundationSchema }).safeParse(json)
  if (found.success) return found.data.modelDetails
  throw new AppError('malformedAnswer', 'The model has an unknown shape')
}

/** Parses the answer to a request for one inference profile. Errors: malformedAnswer. */
export function parseProfile(json: unknown): { name: string | null; baseId: string } {
  const { data } = profileSchema.safeParse(json)
  if (data) return { name: data.inferenceProfileName ?? null, baseId: baseIdOf(data) }
  throw new AppError('malformedAnswer', 'The profile has an unknown shape')
}

/** Returns the model of an id that the user typed: a foundation model, or a profile of one. */
export function toTypedModel(
  modelId: string,
  name: string | null | undefined,
  base: Foundation,
  providerId: string,
): Model {
  return toModel(modelId, name ?? base.modelName, base, providerId)
}

/**
 * Returns the models for any of the tasks: on-demand models, and inference profiles of models that
 * need one.
 */
export function toModels(
  foundations: readonly Foundation[],
  profiles: readonly Profile[],
  providerId: string,
  wanted: readonly ModelTask[],
): Model[] {
  const byId = new Map(foundations.map((foundation) => [foundation.modelId, foundation]))
  const onDemand = foundations
    .filter(isOnDemand)
    .map((foundation) => toModel(foundation.modelId, foundation.modelName, foundation, providerId))
  const profiled = profiles
    .filter(({ status }) => status === 'ACTIVE')
    .map((profile) => {
      const base = byId.get(baseIdOf(profile))
      return toModel(addressOf(profile), profile.inferenceProfileName, base, providerId)
    })
  return [...onDemand, ...profiled].filter(({ tasks = chatAlone }) =>
    tasks.some((task) => wanted.includes(task)),
  )
}

const chatAlone: readonly ModelTask[] = ['chat']

const taskOfOutput: Readonly<Record<string, ModelTask>> = {
  TEXT: 'chat',
  EMBEDDING: 'embed',
  IMAGE: 'image',
  VIDEO: 'video',
}

/** Returns the tasks that a model's kinds of output are for. Rerankers report text. */
function tasksOf({ modelId, inputModalities, outputModalities }: Foundation): ModelTask[] {
  if (/(?:^|[.-])rerank/.test(modelId)) return ['rerank']
  const tasks = (outputModalities ?? ['TEXT']).flatMap((kind) => taskOfOutput[kind] ?? [])
  // A model that only listens, such as Nova Sonic, takes no chat messages.
  const reads = inputModalities?.includes('TEXT') ?? true
  return tasks.filter((task) => (task === 'embed' ? isEmbedder(modelId) : task !== 'chat' || reads))
}

function isOnDemand({ inferenceTypesSupported }: Foundation): boolean {
  return inferenceTypesSupported?.includes('ON_DEMAND') ?? true
}

/** Returns the id for requests. Profiles that users create are addressed by their ARN. */
function addressOf({ type, inferenceProfileId, inferenceProfileArn }: Profile): string {
  return (type === 'APPLICATION' && inferenceProfileArn) || inferenceProfileId
}

function baseIdOf({ models }: Profile): string {
  return models?.[0]?.modelArn?.split('/').at(-1) ?? ''
}

function toModel(
  modelId: string,
  name: string | null | undefined,
  base: Foundation | undefined,
  providerId: string,
): Model {
  const inputs = base?.inputModalities
  const tasks = base ? tasksOf(base) : chatAlone
  const end = base?.modelLifecycle?.endOfLifeTime
  const date = typeof end === 'string' || typeof end === 'number' ? dayOf(end) : undefined
  return {
    providerId,
    modelId,
    name: name || modelId,
    local: false,
    ...(tasks.join() !== 'chat' && { tasks: [...tasks] }),
    ...(inputs && { capabilities: { image: inputs.includes('IMAGE') } }),
    ...(date !== undefined && { retirement: { date, replacement: null } }),
  }
}

function dayOf(end: string | number): string | undefined {
  const date = new Date(end)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}
