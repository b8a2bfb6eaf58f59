import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { maxQuotedAnswerLength } from '../../../shared/limits.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import { mediaInputSchema } from '../../../shared/media/mediaForm.ts'
import type { FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { Model } from '../../../shared/models.ts'
import { toBase64 } from '../../providers/request/dataUrl.ts'
import type { Provider } from '../../providers/provider.ts'
import {
  choiceField,
  imagesField,
  numberField,
  promptField,
  seedField,
  textField,
} from '../formFields.ts'
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

export interface BedrockImagesOptions {
  /** The provider's id and name. */
  id: string
  name: string
  /** Returns the provider's models for pictures, completed from the tables. */
  listModels: (refresh: boolean) => Promise<readonly Model[]>
  lookup: () => Promise<Pick<Provider, 'requestImages'>>
}

/**
 * The models whose request Parley knows: those of Stability AI. Amazon's own, Nova Canvas and Titan,
 * are shut down.
 */
const paints = /(?:^|[./])stability\.(?:sd3-|stable-image-(?:core|ultra)-)/
/** The only one that takes a picture. */
const takesPicture = /(?:^|[./])stability\.sd3-/

// https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-diffusion-3-5-large.html
const maxPromptLength = 10_000
const maxSeed = 4_294_967_294
const strengthDefault = 0.75
const aspectRatios = ['1:1', '16:9', '21:9', '3:2', '5:4', '4:5', '2:3', '9:16', '9:21']
const silenceMilliseconds = 600_000

const answerSchema = z.object({
  images: z.array(z.string()).catch([]),
  seeds: z.array(z.number()).catch([]),
  finish_reasons: z.array(z.string().nullable()).catch([]),
})

/** Makes pictures with the models of Amazon Bedrock, which answer with the picture itself. */
export function createBedrockImages(options: BedrockImagesOptions): MediaProvider {
  const { id, name, listModels, lookup } = options

  function toMediaModel({ modelId, name: title, retirement }: Model): MediaModel {
    return {
      ...{ providerId: id, modelId, name: title, providerName: name, kind: 'image' },
      accepts: takesPicture.test(modelId) ? ['image'] : [],
      ...{ resumable: false, local: false, retirement: retirement ?? null },
    }
  }

  async function submit(request: MediaRequest, context: SubmitContext) {
    const { modelId } = request
    const { requestImages } = await lookup()
    if (!requestImages) throw new AppError('notSupported', 'The service makes no pictures')
    const body = await bodyOf(request)
    const head = { modelId, path: '', body, headMilliseconds: silenceMilliseconds }
    const result = await context.pay(
      async (signal) => {
        const { response } = await refusing(() => requestImages(head, signal))
        return answering(() => readResult(response, signal))
      },
      { prompt: request.values['prompt'], seed: request.values['seed'] ?? null },
    )
    return { result }
  }

  async function readResult(response: Response, signal: AbortSignal): Promise<RemoteResult> {
    const pictures = readPictures(response, { signal, idleMilliseconds: silenceMilliseconds })
    const files: ProducedFile[] = []
    const said: JsonObject[] = []
    let reason: string | null | undefined
    for await (const object of pictures.objects) {
      said.push(object)
      const { images, seeds, finish_reasons: reasons } = answerSchema.parse(object)
      // A picture that was held back is empty, or stands beside its reason.
      images.forEach((picture, index) => {
        if (picture === '' || reasons[index]) return
        files.push({ bytes: pictures.bytesOf(picture), seed: seeds[index] })
      })
      reason ??= reasons.find((each) => each !== null)
    }
    const broken = pictures.brokenBy()
    const failure = reason ? failureOf(reason, name) : undefined
    if (files.length > 0) return { files, price: null, brokenBy: failure ?? broken }
    if (failure) throw new NoResult(failure)
    throw broken ?? new NoResult(emptyAnswer(said, { provider: name, redact: (text) => text }))
  }

  return {
    id,
    name,
    models: async (_signal, refresh) =>
      (await listModels(refresh)).filter(({ modelId }) => paints.test(modelId)).map(toMediaModel),
    form: (modelId) => Promise.resolve(fieldsOf(modelId)),
    // AWS tells its prices on a page alone, and they differ by region.
    estimate: () => Promise.resolve(null),
    submit,
  }
}

/** `Filter reason: prompt`, `Filter reason: output image`, `Inference error`. */
function failureOf(reason: string, provider: string): AppError {
  const answer = reason.slice(0, maxQuotedAnswerLength)
  const code = /filter/i.test(reason) ? 'contentFiltered' : 'serverError'
  return new AppError(code, 'The service gives no picture', { provider, answer })
}

function fieldsOf(modelId: string): FormField[] {
  const title = 'Negative prompt'
  return [
    promptField(maxPromptLength),
    textField({
      ...{ name: 'negative_prompt', title, role: 'negativePrompt', multiline: true },
      maxLength: maxPromptLength,
    }),
    ...(takesPicture.test(modelId)
      ? [
          imagesField({ name: 'image', maximum: 1 }),
          numberField({
            ...{ name: 'strength', title: 'Strength of the change', more: true },
            ...{ integer: false, minimum: 0, maximum: 1, step: 0.05, default: strengthDefault },
          }),
        ]
      : []),
    choiceField({
      ...{ name: 'aspect_ratio', title: 'Aspect ratio' },
      ...{ values: aspectRatios, default: '1:1' },
    }),
    choiceField({
      ...{ name: 'output_format', title: 'File format', more: true },
      ...{ values: ['png', 'jpeg'], default: 'png' },
    }),
    seedField(maxSeed),
  ]
}

async function bodyOf({ values, read }: MediaRequest): Promise<FormValues> {
  const { image, strength, aspect_ratio: ratio, ...plain } = values
  const given = Object.entries(plain).filter(([, value]) => value !== null && value !== '')
  const rest = { output_format: 'png', ...Object.fromEntries(given) }
  const [input] = mediaInputSchema.array().safeParse(image).data ?? []
  // A picture that is changed keeps its shape.
  if (!input) return { ...rest, ...(ratio !== undefined && { aspect_ratio: ratio }) }
  return {
    ...{ ...rest, mode: 'image-to-image', strength: strength ?? strengthDefault },
    image: toBase64(await read(input)),
  }
}
