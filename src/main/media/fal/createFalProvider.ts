import { isObject } from '../../../shared/json.ts'
import type { FormField, FormValues, MediaInput } from '../../../shared/mediaForm.ts'
import type { Fetch } from '../../providers/transport.ts'
import { filesOf } from '../jobs/checkValues.ts'
import type { MediaProvider, MediaRequest } from '../mediaProvider.ts'
import { createFalApi, type FalAccount } from './falApi.ts'
import { createFalCatalogue, extraName, priorityName, runnerName } from './falCatalogue.ts'
import { createFalJobs, postFalJob } from './falJobs.ts'
import { createFalPrices } from './falPrices.ts'
import type { FalUploads } from './falUploads.ts'
import type { FalSilence } from './watchFalJob.ts'

export interface FalOptions {
  fetch: Fetch
  redact: (text: string) => string
  uploads: FalUploads
  now?: () => number
  /** Whether results are deleted at fal once they are stored here. */
  isDeleting?: () => boolean
  silence?: FalSilence
}

/** How long fal keeps what it makes: a week to fetch it in. */
const keptSeconds = 7 * 24 * 60 * 60
/** A smaller file goes along in the request. */
const inlineBytesMaximum = 256 * 1024

/** Makes media at fal, by its queue. */
export function createFalProvider(account: FalAccount, options: FalOptions): MediaProvider {
  const { now = Date.now, uploads, silence, isDeleting } = options
  const api = createFalApi(account, options)
  const catalogue = createFalCatalogue(account, api, now)
  const prices = createFalPrices(api, now)

  async function addressOf(file: MediaInput, request: MediaRequest, signal: AbortSignal) {
    if (file.sizeBytes <= inlineBytesMaximum) {
      const bytes = Buffer.from(await request.read(file))
      return `data:${file.mediaType};base64,${bytes.toString('base64')}`
    }
    return uploads.upload(api, account, { ...file, path: request.path(file) }, signal)
  }

  async function inputOf(request: MediaRequest, signal: AbortSignal) {
    const input: Record<string, unknown> = {}
    for (const field of request.fields) {
      const value = request.values[field.name]
      if (value === undefined || value === null || value === '' || isOwn(field)) continue
      if (field.type !== 'file') input[field.name] = value
      else {
        const addresses: string[] = []
        for (const file of filesOf(value) ?? [])
          addresses.push(await addressOf(file, request, signal))
        if (addresses.length > 0) input[field.name] = takesList(field) ? addresses : addresses[0]
      }
    }
    const extra = request.values[extraName]
    return isObject(extra) ? { ...extra, ...input } : input
  }

  return {
    id: account.id,
    name: account.name,
    models: catalogue.models,
    form: catalogue.form,
    estimate: ({ modelId, values }, signal) => prices.estimate(modelId, values, signal),
    async submit(request, { signal, pay }) {
      const { modelId: endpoint, values } = request
      const input = await inputOf(request, signal)
      const sent = {
        prompt: typeof input['prompt'] === 'string' ? input['prompt'] : null,
        seed: typeof input['seed'] === 'number' ? input['seed'] : null,
        at: api.serverTime(),
      }
      const post = { endpoint, input, headers: headersOf(values) }
      return { handle: await pay((paying) => postFalJob(api, post, paying), sent) }
    },
    remote: createFalJobs({
      ...{ api, provider: account.name, priceOf: prices.counted, now },
      ...(silence && { silence }),
      ...(isDeleting && { isDeleting }),
    }),
  }
}

function isOwn({ name, role }: FormField): boolean {
  return role === 'keepRest' || name === extraName || name === priorityName || name === runnerName
}

function takesList({ name }: FormField): boolean {
  return name.endsWith('urls')
}

function headersOf(values: FormValues): Record<string, string> {
  const hint = values[runnerName]
  return {
    'x-fal-queue-priority': values[priorityName] === 'low' ? 'low' : 'normal',
    'x-fal-object-lifecycle-preference': JSON.stringify({
      expiration_duration_seconds: keptSeconds,
    }),
    ...(typeof hint === 'string' && hint !== '' && { 'x-fal-runner-hint': headerOf(hint) }),
  }
}

function headerOf(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '')
}
