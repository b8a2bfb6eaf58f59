import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { fileFormats, formatsWith } from '../../../shared/fileFormats.ts'
import { objectsOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import type { Model } from '../../../shared/models.ts'
import type { ImageAnswer, Provider } from '../../providers/provider.ts'
import { NoResult } from '../mediaProvider.ts'
import type {
  MediaProvider,
  MediaRequest,
  ProducedFile,
  RemoteResult,
  SubmitContext,
} from '../mediaProvider.ts'
import { emptyAnswer } from '../emptyAnswer.ts'
import { answering, refusing } from '../refusing.ts'
import { atItsField } from './fieldErrors.ts'
import { imageDialectOf } from './imageDialects.ts'
import { estimateImages, hostedPriceOf, imagePriceOf, imageUsageSchema } from './imagePrices.ts'
import type { ImageUsage } from './imagePrices.ts'
import { imageRequestOf } from './imageRequest.ts'
import { readPictures } from './readPictures.ts'
import type { PictureAnswer } from './readPictures.ts'

export interface OpenAiImagesOptions {
  /** The provider's id, name and preset, or its local server's id. */
  id: string
  name: string
  presetId: string | null
  local: boolean
  /** The origin of the provider's address. */
  origin?: string | undefined
  /** Returns the provider's models for pictures, completed from the tables. */
  listModels: (refresh: boolean) => Promise<readonly Model[]>
  lookup: () => Promise<Pick<Provider, 'requestImages'>>
}

/** A service may draw for minutes before it says a word; a slow machine for hours. */
const silenceMilliseconds = { remote: 600_000, local: 6 * 3600_000 }

const pictureSchema = z.object({
  b64_json: z.string().min(1).nullish().catch(null),
  url: z.string().min(1).nullish().catch(null),
  seed: z.number().nullish().catch(null),
  /** xAI: false for a picture that is held back. */
  respect_moderation: z.boolean().nullish().catch(null),
})

/** Makes and changes pictures at a service that speaks OpenAI's dialect or one like it. */
export function createOpenAiImages(options: OpenAiImagesOptions): MediaProvider {
  const { id, name, presetId, local, origin, listModels, lookup } = options
  const dialectOf = (modelId: string) => imageDialectOf(presetId, modelId)
  const idleMilliseconds = local ? silenceMilliseconds.local : silenceMilliseconds.remote

  function toMediaModel(model: Model): MediaModel {
    const { modelId, retirement } = model
    return {
      providerId: id,
      modelId,
      name: model.name,
      providerName: name,
      kind: 'image',
      accepts: dialectOf(modelId).edits === null ? [] : ['image'],
      ...(dialectOf(modelId).varies && { varies: true }),
      // The answer to the paid request is the picture: nothing else can fetch it.
      resumable: false,
      local: model.local,
      retirement: retirement ?? null,
    }
  }

  async function submit(request: MediaRequest, context: SubmitContext) {
    const { modelId } = request
    const { requestImages } = await lookup()
    if (!requestImages) throw new AppError('notSupported', 'The service makes no pictures')
    const { path, body } = await imageRequestOf(request, dialectOf(modelId))
    const result = await context.pay(
      async (signal) => {
        const head = { modelId, path, body, headMilliseconds: idleMilliseconds }
        try {
          const answer = await refusing(() => requestImages(head, signal))
          return await answering(() => readResult(answer, { modelId, context, signal }))
        } catch (error) {
          throw error instanceof NoResult ? atItsField(error, request.fields) : error
        }
      },
      { path, prompt: request.values['prompt'] },
    )
    return { result }
  }

  async function readResult(
    answer: ImageAnswer,
    { modelId, context, signal }: { modelId: string; context: SubmitContext; signal: AbortSignal },
  ): Promise<RemoteResult> {
    const pictures = readPictures(answer.response, { signal, idleMilliseconds })
    const files: ProducedFile[] = []
    const usages: ImageUsage[] = []
    const said: JsonObject[] = []
    let failure: AppError | undefined
    let hasEnded = false
    for await (const object of pictures.objects) {
      const usage = imageUsageSchema.safeParse(object['usage']).data
      if (usage) usages.push(usage)
      const error = errorIn(object)
      if (error !== undefined) {
        failure = answer.failureOf(error)
        break
      }
      if (isPartial(object)) {
        preview(object, pictures, context)
        continue
      }
      hasEnded ||= isEnd(object)
      said.push(object)
      for (const picture of picturesOf(object)) {
        const refused = errorIn(picture)
        if (refused !== undefined) failure ??= answer.failureOf(refused)
        const parsed = pictureSchema.safeParse(picture).data
        if (parsed?.respect_moderation === false) failure ??= heldBack(name)
        else if (parsed) files.push(...fileOf(parsed, pictures))
      }
    }
    const price = imagePriceOf(usages, { presetId, modelId })
    const broken = pictures.brokenBy()
    if (files.length > 0) return { files, price, brokenBy: failure ?? broken }
    if (failure) throw new NoResult(failure, [], price)
    if (broken) throw broken
    if (!hasEnded && !pictures.hasEnded())
      throw new AppError('streamBroken', 'The answer ended without a picture')
    const redact = (text: string) => answer.failureOf({ message: text }).details.answer ?? ''
    throw new NoResult(emptyAnswer(said, { provider: name, model: modelId, redact }), [], price)
  }

  return {
    id,
    name,
    ...(origin !== undefined && { origin }),
    models: async (_signal, refresh) => (await listModels(refresh)).map(toMediaModel),
    form: (modelId) => Promise.resolve(dialectOf(modelId).fields(modelId)),
    estimate: ({ modelId, values }) =>
      Promise.resolve(
        local ? { amount: 0, currency: 'USD' } : estimateImages(values, { presetId, modelId }),
      ),
    hostedPrice: (modelId, usage) => hostedPriceOf(usage, { presetId, modelId }),
    submit,
  }
}

/** Returns the error of an answer or of an event, which some services don't nest. */
function errorIn(object: JsonObject): unknown {
  const { error } = object
  if (error !== undefined && error !== null) return error
  return object['type'] === 'error' ? object : undefined
}

/** Tells whether nothing has to follow: a whole answer has no type. */
function isEnd({ type }: JsonObject): boolean {
  return typeof type !== 'string' || /\.(?:completed|done|failed|incomplete|cancelled)$/.test(type)
}

function heldBack(provider: string): AppError {
  return new AppError('contentFiltered', 'The service holds the picture back', { provider })
}

function isPartial({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('.partial_image')
}

/** Returns the finished pictures of a whole answer, or of an event of the stream. */
function picturesOf(object: JsonObject): JsonObject[] {
  return Array.isArray(object['data']) ? objectsOf(object['data']) : [object]
}

function fileOf(
  { b64_json: base64, url, seed }: z.infer<typeof pictureSchema>,
  { bytesOf }: PictureAnswer,
): ProducedFile[] {
  const more = typeof seed === 'number' ? { seed } : {}
  if (typeof base64 === 'string') return [{ bytes: bytesOf(base64), ...more }]
  if (typeof url !== 'string') return []
  return [url.startsWith('data:') ? { bytes: bytesOf(url), ...more } : { url, ...more }]
}

function preview(object: JsonObject, pictures: PictureAnswer, context: SubmitContext): void {
  const base64 = object['b64_json']
  if (typeof base64 !== 'string') return
  const format = formatsWith('isEditable', true).find((name) => name === object['output_format'])
  context.preview({
    ordinal: 0,
    mediaType: fileFormats[format ?? 'png'].mediaType,
    bytes: new Uint8Array(pictures.bytesOf(base64)),
  })
  pictures.drop(base64)
}
