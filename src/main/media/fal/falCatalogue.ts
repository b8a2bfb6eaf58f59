import { z } from 'zod'
import table from '../../../../resources/falModels.json' with { type: 'json' }
import { maxMediaInputBytes } from '../../../shared/limits.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import { mediaKinds, type FormField, type MediaKind } from '../../../shared/media/mediaForm.ts'
import { imagesField, keepRestField, promptField } from '../formFields.ts'
import { otherFieldsName } from '../jobs/checkValues.ts'
import type { FalAccount, FalApi } from './falApi.ts'
import { endpointOf, isStream, withoutStream } from '../../providers/fal/falAddresses.ts'
import { listFalModels } from '../../providers/fal/listFalModels.ts'
import { readFalForm } from './falSchema.ts'
import { onFirstUse } from '../../../shared/onFirstUse.ts'
import { parseOnce } from '../../../shared/parseOnce.ts'

const shippedSchema = z.array(
  z.object({ id: z.string(), kind: z.enum(mediaKinds), accepts: z.array(z.enum(mediaKinds)) }),
)
const shipped = onFirstUse(() => parseOnce(shippedSchema, table))

const cacheMilliseconds = 24 * 60 * 60 * 1000
const promptLength = 20_000

/**
 * The models that fal offers, read online. The list that ships is used while fal can't be reached.
 */
export interface FalCatalogue {
  models: (signal: AbortSignal, refresh: boolean) => Promise<readonly MediaModel[]>
  /** Returns the fields of an endpoint. Errors: modelNotFound. */
  form: (id: string, signal: AbortSignal) => Promise<readonly FormField[]>
  /** Has the fields of an endpoint read anew: it has refused what they allow. */
  forgetForm: (id: string) => void
}

export function createFalCatalogue(
  account: Pick<FalAccount, 'id' | 'name'>,
  api: FalApi,
  now: () => number = Date.now,
): FalCatalogue {
  let listed: { at: number; models: readonly MediaModel[] } | undefined
  const forms = new Map<string, { at: number; fields: readonly FormField[] }>()

  function toModel(id: string, name: string, kind: MediaKind, accepts: MediaKind[]): MediaModel {
    const provider = { providerId: account.id, providerName: account.name }
    return {
      ...provider,
      modelId: id,
      name,
      kind,
      accepts,
      // The answer of a stream is the result: nothing else can fetch it.
      resumable: !isStream(id),
      local: false,
      retirement: null,
    }
  }

  async function ask(signal: AbortSignal): Promise<MediaModel[]> {
    const read = (address: string): Promise<unknown> => api.read(address, { signal })
    const models = await listFalModels(read, api.addresses.platform)
    return models.map(({ id, name, kind, accepts }) => toModel(id, name, kind, accepts))
  }

  async function describe(endpoint: string, signal: AbortSignal) {
    const query = new URLSearchParams({ endpoint_id: endpoint }).toString()
    try {
      const json = await api.read(`${api.addresses.schemas}?${query}`, { signal, model: endpoint })
      return readFalForm(json, endpoint)
    } catch {
      return undefined
    }
  }

  return {
    async models(signal, refresh) {
      if (listed && !refresh && now() - listed.at < cacheMilliseconds) return listed.models
      const offline = shipped().map(({ id, kind, accepts }) => toModel(id, id, kind, accepts))
      const online = await ask(signal).catch(() => undefined)
      if (!online || online.length === 0) return listed?.models ?? offline
      const known = new Set(online.map(({ modelId }) => modelId))
      const models = [...online, ...offline.filter(({ modelId }) => !known.has(modelId))]
      listed = { at: now(), models }
      return models
    },
    async form(id, signal) {
      const endpoint = endpointOf(id)
      const known = forms.get(endpoint)
      if (known && now() - known.at < cacheMilliseconds) return known.fields
      const read =
        (await describe(endpoint, signal)) ??
        (isStream(endpoint) ? await describe(withoutStream(endpoint), signal) : undefined)
      if (!read) return known?.fields ?? plainForm(endpoint)
      const fields = isStream(endpoint)
        ? // A stream makes one result, whatever the number says.
          withRestKept(read.filter(({ role }) => role !== 'count'))
        : [...withRestKept(read), ...ownFields]
      forms.set(endpoint, { at: now(), fields })
      return fields
    },
    forgetForm(id) {
      const endpoint = endpointOf(id)
      const known = forms.get(endpoint)
      // It still serves while fal can't be reached.
      if (known) forms.set(endpoint, { ...known, at: -Infinity })
    },
  }
}

/**
 * Adds the switch that keeps the rest to the form of a model that edits a picture below a mask. Such
 * a model is asked for a PNG, which loses nothing.
 */
function withRestKept(fields: readonly FormField[]): FormField[] {
  const isMasked = (['image', 'mask'] as const).every((role) =>
    fields.some((field) => field.role === role && field.type === 'file'),
  )
  if (!isMasked) return [...fields]
  const preferred = fields.map((field) => {
    if (field.name !== 'output_format' || field.type !== 'choice') return field
    const hasPng = field.options.some(({ value }) => value === 'png')
    return hasPng ? { ...field, default: 'png' } : field
  })
  return [...preferred, keepRestField()]
}

/** Without a description: a prompt, and whatever else the user knows that the model takes. */
function plainForm(endpoint: string): FormField[] {
  const accepts = shipped().find(({ id }) => id === endpoint)?.accepts ?? []
  return [
    promptField(promptLength),
    ...(accepts.includes('image')
      ? [imagesField({ name: 'image_url', maximum: 1, bytesMaximum: maxMediaInputBytes })]
      : []),
    {
      ...{ type: 'json', name: otherFieldsName, title: 'Other fields', description: '' },
      ...{ required: false, more: true, role: null, default: null },
    },
    ...(isStream(endpoint) ? [] : ownFields),
  ]
}

/** The fields of the form that go into the input as they are. */
export const priorityName = 'fal-priority'
export const runnerName = 'fal-runner-hint'

const own = { description: '', required: false, more: true, role: null } as const
/** Options of fal's queue, which every endpoint takes but streams. */
const ownFields: readonly FormField[] = [
  {
    ...{ type: 'choice', name: priorityName, title: 'Priority', ...own, default: 'normal' },
    options: ['normal', 'low'].map((value) => ({ value, label: value })),
  },
  {
    ...{ type: 'text', name: runnerName, title: 'Runner hint', ...own },
    ...{ multiline: false, maxLength: 200, default: null },
  },
]
