import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { modelIdSchema } from '../../../shared/models.ts'
import { maxEntries } from '../models/modelLimits.ts'
import type { Model } from '../../../shared/models.ts'
import type { ThinkingType } from './dialect.ts'
import { flag, natural, text } from '../answer/answerFields.ts'

const support = z.object({ supported: z.boolean() }).nullish().catch(null)

const capabilitiesSchema = z.object({
  image_input: support,
  pdf_input: support,
  structured_outputs: support,
  effort: support,
  citations: support,
  thinking: z
    .object({
      supported: z.boolean(),
      types: z
        .object({ adaptive: support, enabled: support, disabled: support })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})

/**
 * Lenient, because compatible servers send fewer fields or OpenAI's format. A malformed field
 * counts as missing.
 */
const entrySchema = z.object({
  id: modelIdSchema,
  display_name: text,
  lifecycle: text,
  retires_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  max_input_tokens: natural,
  max_tokens: natural,
  capabilities: capabilitiesSchema.nullish().catch(null),
})
type Entry = z.infer<typeof entrySchema>

const pageSchema = z.object({
  data: z.array(z.unknown()),
  has_more: flag,
  last_id: text,
})

/** A model, with what the service reports about its parameters. */
export interface ListedModel {
  model: Model
  refusedThinking: ThinkingType[]
  effort: boolean
  citations: boolean
}

export interface ModelsPage {
  models: ListedModel[]
  /** The id after which the next page starts; null on the last page. */
  next: string | null
}

/** Parses one page of `GET /v1/models`. Errors: malformedAnswer. */
export function parsePage(json: unknown, providerId: string, local: boolean): ModelsPage {
  const page = pageSchema.safeParse(json)
  if (!page.success) {
    throw new AppError('malformedAnswer', 'The list of models has an unknown shape')
  }
  const { data, has_more: hasMore, last_id: lastId } = page.data
  const entries = data
    .slice(0, maxEntries)
    .flatMap((candidate) => entrySchema.safeParse(candidate).data ?? [])
  return {
    models: entries
      .filter(({ lifecycle }) => lifecycle !== 'retired')
      .map((entry) => toListed(entry, providerId, local)),
    next: hasMore === true && lastId ? lastId : null,
  }
}

/**
 * Parses the answer to a request for one model, which keeps the id that was asked for: an alias is
 * answered with the id that it stands for. Errors: malformedAnswer.
 */
export function parseListed(
  json: unknown,
  modelId: string,
  providerId: string,
  local: boolean,
): ListedModel {
  const entry = entrySchema.safeParse(json).data
  if (!entry) throw new AppError('malformedAnswer', 'The model has an unknown shape')
  return toListed({ ...entry, id: modelId }, providerId, local)
}

function toListed(entry: Entry, providerId: string, local: boolean): ListedModel {
  const { capabilities } = entry
  const types = capabilities?.thinking?.types
  return {
    model: toModel(entry, providerId, local),
    refusedThinking: (['adaptive', 'enabled', 'disabled'] as const).filter(
      (type) => types?.[type]?.supported === false,
    ),
    effort: capabilities?.effort?.supported !== false,
    citations: capabilities?.citations?.supported !== false,
  }
}

function toModel(entry: Entry, providerId: string, local: boolean): Model {
  const { id, capabilities, retires_at: retiresAt } = entry
  return {
    providerId,
    modelId: id,
    name: entry.display_name || id,
    local,
    ...(typeof entry.max_input_tokens === 'number' && { contextTokens: entry.max_input_tokens }),
    ...(typeof entry.max_tokens === 'number' && { outputTokensMaximum: entry.max_tokens }),
    ...(capabilities && { capabilities: toCapabilities(capabilities) }),
    ...(retiresAt && {
      retirement: { date: new Date(retiresAt).toISOString().slice(0, 10), replacement: null },
    }),
  }
}

function toCapabilities(given: z.infer<typeof capabilitiesSchema>): Model['capabilities'] {
  const said = {
    image: given.image_input?.supported,
    pdf: given.pdf_input?.supported,
    reasoning: given.thinking?.supported,
    structuredOutput: given.structured_outputs?.supported,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
