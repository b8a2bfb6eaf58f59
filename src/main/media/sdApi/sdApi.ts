import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import { mediaInputSchema } from '../../../shared/media/mediaForm.ts'
import { readDimensions } from '../../pictures/sizes/readDimensions.ts'
import { toBase64 } from '../../providers/request/dataUrl.ts'
import { createNativeApi } from '../../providers/local/nativeApi.ts'
import { readBeginning } from '../../providers/transport/readBeginning.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { emptyAnswer } from '../emptyAnswer.ts'
import { NoResult } from '../mediaProvider.ts'
import type {
  MediaProvider,
  MediaRequest,
  ProducedFile,
  RemoteResult,
  SubmitContext,
} from '../mediaProvider.ts'
import { readPictures } from '../openAiImages/readPictures.ts'
import { answering, refusing } from '../refusing.ts'
import { requestOnce } from '../requestOnce.ts'
import { sdErrorIn, sdFailure, sdRefusal } from './sdErrors.ts'
import { paintedSize, sdBody, sdFields, type PaintedSize } from './sdForm.ts'

export interface SdApiOptions {
  /** The server's address without a path. */
  address: string
  /** The user name and password of a server that was started with `--api-auth`. */
  login?: { name: string; password: string } | undefined
  fetch: Fetch
  /** The time between two looks at the progress. */
  pollMilliseconds?: number
}

/** A slow machine may paint for hours. Only the user ends the wait. */
const silenceMilliseconds = 24 * 3600_000
const maxSeeds = 100

const modelSchema = z.object({
  title: z.string().catch(''),
  model_name: z.string().catch(''),
  hash: z.string().nullish().catch(null),
})
const samplersSchema = z.array(z.object({ name: z.string().min(1) }))
const progressSchema = z.object({
  progress: z.number().min(0).max(1).catch(0),
  current_image: z.string().nullish().catch(null),
})
const answerSchema = z.object({
  images: z.array(z.unknown()).catch([]).default([]),
  info: z.string().catch(''),
})
const infoSchema = z.object({ all_seeds: z.array(z.number()).max(maxSeeds) })

/**
 * Makes pictures with Automatic1111, Forge and every server with their interface. It answers once the
 * picture is there; the progress is asked for meanwhile.
 */
export function createSdApi({
  address,
  login,
  fetch,
  pollMilliseconds = 1000,
}: SdApiOptions): MediaProvider {
  const id = 'automatic1111'
  const name = 'Automatic1111'
  const headers = login && { authorization: basicAuthorization(login) }
  const api = createNativeApi({
    ...{ id, name, baseUrl: address, key: null, fetch },
    redact: (text) => text,
    ...(headers && { headers }),
  })
  const errorContext = api.context(undefined)

  /** Returns the server's models; none of one that does not run. Errors: mediaSignInNeeded. */
  async function listed(signal: AbortSignal): Promise<z.output<typeof modelSchema>[]> {
    const answer = await api.json('/sdapi/v1/sd-models', { signal }).catch((error: unknown) => {
      const isLocked = error instanceof AppError && error.details.status === 401
      if (isLocked) throw sdFailure({ status: 401, body: '', headers: new Headers() }, errorContext)
      if (signal.aborted) throw error
    })
    return z
      .array(z.unknown())
      .catch([])
      .parse(answer)
      .flatMap((entry) => modelSchema.safeParse(entry).data ?? [])
  }

  async function models(signal: AbortSignal): Promise<MediaModel[]> {
    const all = await listed(signal)
    return all.flatMap((model) => {
      const modelId = sdModelId(model, all)
      if (modelId === '') return []
      const shown = model.model_name || model.title
      return {
        ...{ providerId: id, modelId, name: shown, providerName: name, kind: 'image' as const },
        ...{ accepts: ['image' as const], resumable: false, local: true, retirement: null },
      }
    })
  }

  /** Returns the name by which the server knows a model now, also for an id of an earlier version. */
  async function currentName(modelId: string, signal: AbortSignal): Promise<string> {
    const all = await listed(signal)
    const found =
      all.find((model) => sdModelId(model, all) === modelId) ??
      all.find(({ title, hash }) => withoutHash(title) === withoutHash(modelId) || hash === modelId)
    return found ? sdModelId(found, all) : modelId
  }

  async function form(_modelId: string, signal: AbortSignal) {
    const samplers = samplersSchema.safeParse(await api.ask('/sdapi/v1/samplers', { signal })).data
    return sdFields((samplers ?? []).map((sampler) => sampler.name))
  }

  async function submit(request: MediaRequest, context: SubmitContext) {
    const { modelId, values } = request
    const picture = await readFile(values['image'], request)
    const mask = (await readFile(values['mask'], request))?.base64
    const image = picture?.base64
    if (mask !== undefined && image === undefined) {
      throw new AppError('fieldsInvalid', 'A mask needs a picture')
    }
    const path = image === undefined ? '/sdapi/v1/txt2img' : '/sdapi/v1/img2img'
    const size = values['size'] ?? picture?.size
    const sized = { ...values, ...(size !== undefined && { size }) }
    const body = sdBody(await currentName(modelId, context.signal), sized, { image, mask })
    const result = await context.pay(async (signal) => {
      const ended = new AbortController()
      void watch(context, AbortSignal.any([signal, ended.signal]))
      try {
        return await paint(path, body, signal)
      } catch (error) {
        // Automatic1111 paints on for a client that has gone.
        if (signal.aborted) await interrupt()
        throw error
      } finally {
        ended.abort()
      }
    })
    return { result }
  }

  async function post(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const sent = { signal, milliseconds: silenceMilliseconds, context: errorContext }
    const response = await requestOnce(sent, (ending) =>
      fetch(new URL(address + path), {
        ...{ method: 'POST', body: JSON.stringify(body), signal: ending },
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      }),
    )
    if (response.ok) return response
    const said = await readBeginning(response, signal)
    throw sdRefusal(
      { status: response.status, body: said, headers: response.headers },
      errorContext,
    )
  }

  async function paint(path: string, body: object, signal: AbortSignal): Promise<RemoteResult> {
    const response = await refusing(() => post(path, body, signal))
    return answering(() => readResult(response, signal))
  }

  async function readResult(response: Response, signal: AbortSignal): Promise<RemoteResult> {
    const pictures = readPictures(response, { signal, idleMilliseconds: silenceMilliseconds })
    const files: ProducedFile[] = []
    let failure: AppError | undefined
    let said: JsonObject | undefined
    for await (const object of pictures.objects) {
      said = object
      failure = sdErrorIn(object, errorContext)
      const answer = answerSchema.parse(object)
      const seeds = infoSchema.safeParse(parseJson(answer.info)).data?.all_seeds ?? []
      for (const [index, picture] of answer.images.entries()) {
        // An empty one is none, and takes none of the others with it.
        if (typeof picture !== 'string' || picture === '') continue
        files.push({ bytes: pictures.bytesOf(picture), seed: seeds[index] })
      }
    }
    const broken = pictures.brokenBy()
    const price = { amount: 0, currency: 'USD' }
    if (files.length > 0) return { files, price, brokenBy: failure ?? broken }
    if (failure) throw new NoResult(failure)
    if (broken) throw broken
    throw new NoResult(emptyAnswer(said, { provider: name, redact: (text) => text }))
  }

  /** Asks how far the picture is, until it is there. A failed question is asked again. */
  async function watch({ report, preview }: SubmitContext, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await sleep(pollMilliseconds, undefined, { signal })
        const said = progressSchema.safeParse(await api.ask('/sdapi/v1/progress', { signal })).data
        if (!said) continue
        report(said.progress)
        if (!said.current_image) continue
        const bytes = new Uint8Array(Buffer.from(said.current_image, 'base64'))
        preview({ ordinal: 0, mediaType: 'image/png', bytes })
      }
    } catch {
      // The wait has ended.
    }
  }

  async function interrupt(): Promise<void> {
    const { signal } = new AbortController()
    await api.ask('/sdapi/v1/interrupt', { method: 'POST', body: {}, signal })
  }

  return {
    id,
    name,
    models,
    form,
    estimate: () => Promise.resolve({ amount: 0, currency: 'USD' }),
    submit,
  }
}

function basicAuthorization({ name, password }: { name: string; password: string }): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

/**
 * Returns the id of a model: its name, or its title where two have the same name. A title changes
 * once the server has worked out the hash that is a part of it.
 */
function sdModelId(
  { title, model_name: name }: z.output<typeof modelSchema>,
  all: readonly z.output<typeof modelSchema>[],
): string {
  const isUnique = all.filter((other) => other.model_name === name).length === 1
  return name !== '' && (isUnique || title === '') ? name : title
}

function withoutHash(title: string): string {
  return title.replace(/\s*\[[^\]]*\]$/, '')
}

/** Returns a file of the form, with the size at which the server keeps its pixels in their place. */
async function readFile(
  value: unknown,
  { read }: MediaRequest,
): Promise<{ base64: string; size: PaintedSize | undefined } | undefined> {
  const [input] = mediaInputSchema.array().safeParse(value).data ?? []
  if (!input) return undefined
  const bytes = await read(input)
  return { base64: toBase64(bytes), size: paintedSize(readDimensions(bytes, input.mediaType)) }
}
