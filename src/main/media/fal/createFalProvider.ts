import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import type { FormValues, MediaInput } from '../../../shared/media/mediaForm.ts'
import { endpointOf, isStream } from '../../providers/fal/falAddresses.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { filesOf, otherFieldsName } from '../jobs/checkValues.ts'
import { NotAccepted, type MediaProvider, type MediaRequest } from '../mediaProvider.ts'
import { keepRestName } from '../formFields.ts'
import { createFalApi, type FalAccount } from './falApi.ts'
import { createFalCatalogue, priorityName, runnerName } from './falCatalogue.ts'
import type { FalWaiting } from './falClient.ts'
import { createFalJobs, postFalJob } from './falJobs.ts'
import { createFalPrices } from './falPrices.ts'
import { postFalStream } from './falStream.ts'
import { createFalSketch } from './realtime/createFalSketch.ts'
import type { FalUploads } from './falUploads.ts'
import type { FalSilence } from './readStatusStream.ts'

export interface FalOptions {
  fetch: Fetch
  redact: (text: string) => string
  uploads: FalUploads
  /** Returns the bytes at an address of a result. */
  fetchFile: (address: string, signal: AbortSignal) => Promise<Uint8Array>
  now?: () => number
  /** Whether results are deleted at fal once they are stored here. */
  isDeleting?: () => boolean
  silence?: FalSilence
  /** The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY, for realtime connections. */
  proxyEnvironment?: NodeJS.ProcessEnv
}

/** Seconds that fal keeps a result: a week to fetch it in. */
const keptSeconds = 7 * 24 * 60 * 60
/** A smaller file goes along in the request. */
const maxInlineBytes = 256 * 1024

/** Makes media at fal, by its queue; by a stream where the model is one. */
export function createFalProvider(account: FalAccount, options: FalOptions): MediaProvider {
  const { now = Date.now, uploads, fetchFile, silence, isDeleting, proxyEnvironment } = options
  const api = createFalApi(account, options)
  const catalogue = createFalCatalogue(account, api, now)
  const prices = createFalPrices(api, now)
  const jobs = { provider: account.name, priceOf: prices.counted }

  async function addressOf(file: MediaInput, request: MediaRequest, signal: AbortSignal) {
    if (file.sizeBytes <= maxInlineBytes) {
      const bytes = Buffer.from(await request.read(file))
      return `data:${file.mediaType};base64,${bytes.toString('base64')}`
    }
    return uploads.upload(api, account, { ...file, path: request.path(file) }, signal)
  }

  async function inputOf(request: MediaRequest, signal: AbortSignal) {
    const input: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(request.values)) {
      if (value === null || value === '' || isOwn(name)) continue
      const files = filesIn(name, value, request)
      if (!files) input[name] = value
      else {
        const addresses: string[] = []
        for (const file of files) addresses.push(await addressOf(file, request, signal))
        if (addresses.length > 0) input[name] = takesList(name) ? addresses : addresses[0]
      }
    }
    const extra = request.values[otherFieldsName]
    return isObject(extra) ? { ...extra, ...input } : input
  }

  return {
    id: account.id,
    name: account.name,
    models: catalogue.models,
    form: catalogue.form,
    estimate: ({ modelId, values }, signal) => prices.estimate(endpointOf(modelId), values, signal),
    async submit(request, { signal, pay, ...show }) {
      const { modelId, values } = request
      const endpoint = endpointOf(modelId)
      const waiting = isStream(endpoint) ? undefined : waitingOf(values)
      const input = await inputOf(request, signal)
      const sent = {
        prompt: typeof input['prompt'] === 'string' ? input['prompt'] : null,
        seed: typeof input['seed'] === 'number' ? input['seed'] : null,
        at: api.serverTime(),
        account: await api.keyMark(),
      }
      const post = { endpoint, input, keptSeconds }
      try {
        return await pay(async (paying) => {
          if (waiting) return { handle: await postFalJob(api, { ...post, ...waiting }, paying) }
          return postFalStream(api, post, { ...jobs, fetchFile, show, signal: paying })
        }, sent)
      } catch (error) {
        const isForm = error instanceof NotAccepted && error.fieldErrors.length > 0
        if (isForm) catalogue.forgetForm(endpoint)
        throw error
      }
    },
    remote: createFalJobs({
      ...{ ...jobs, api, now },
      ...(silence && { silence }),
      ...(isDeleting && { isDeleting }),
    }),
    sketch: createFalSketch(account, {
      ...{ api, prices },
      ...(proxyEnvironment && { proxyEnvironment }),
    }),
  }
}

/**
 * Returns the files of a value; undefined for any other value. A field that its form does not have
 * at the moment, because that could not be read, is told by what it holds.
 */
function filesIn(name: string, value: FormValues[string], { fields }: MediaRequest) {
  const field = fields.find((each) => each.name === name)
  if (field) return field.type === 'file' ? (filesOf(value) ?? []) : undefined
  return Array.isArray(value) && value.length > 0 ? filesOf(value) : undefined
}

const ownNames = [otherFieldsName, priorityName, runnerName, keepRestName]

function isOwn(name: string): boolean {
  return ownNames.includes(name)
}

function takesList(name: string): boolean {
  return name.endsWith('urls')
}

/** Errors: NotAccepted for a hint that no header can carry. */
function waitingOf(values: FormValues): FalWaiting {
  const hint = values[runnerName] ?? ''
  if (typeof hint !== 'string' || /[^\x20-\x7e]/.test(hint)) {
    throw new NotAccepted(
      new AppError('fieldsInvalid', 'The hint is more than ASCII', { subject: runnerName }),
      [{ name: runnerName, reason: 'type', message: '' }],
    )
  }
  return { priority: values[priorityName] === 'low' ? 'low' : 'normal', hint }
}
