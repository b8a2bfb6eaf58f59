import type OpenAI from 'openai'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { toBase64, toDataUrl } from '../request/dataUrl.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { ReplyRequest } from '../reply.ts'
import { postJson } from './postJson.ts'

export interface Moderation {
  /** The moderation model. */
  model: string
  /** True if it checks pictures too. */
  images: boolean
}

const answerSchema = z.object({
  results: z
    .array(
      z.object({
        /** Missing if the service reports only categories. */
        flagged: z.boolean().optional(),
        categories: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
})

/** The input of one moderation request. */
export type ModerationInput = string[] | OpenAI.ModerationImageURLInput[]

/** Returns the inputs to check: the user's last message, including text files. */
export async function moderationInputs(
  request: ReplyRequest,
  { images }: Moderation,
): Promise<ModerationInput[]> {
  const { texts, pictures } = await inputOf(request, images)
  // A request accepts one picture.
  return [...(texts.length > 0 ? [texts] : []), ...pictures.map((picture) => [picture])]
}

/**
 * Sends one input to the service's moderation. Errors: contentFiltered with the categories, and
 * errors of the request itself.
 */
export async function moderate(
  client: OpenAI,
  { model }: Moderation,
  input: ModerationInput,
  signal: AbortSignal,
): Promise<void> {
  const checked = answerSchema.safeParse(
    await postJson(client, '/moderations', { model, input }, signal),
  )
  if (!checked.success) throw new AppError('malformedAnswer', 'The moderation gave no result')
  refuseFlagged(checked.data)
}

function refuseFlagged({ results }: z.infer<typeof answerSchema>): void {
  const named = results.flatMap(({ categories }) =>
    Object.entries(categories).flatMap(([name, value]) => (value === true ? name : [])),
  )
  if (named.length === 0 && !results.some(({ flagged }) => flagged)) return
  throw new AppError('contentFiltered', 'The message was not sent: the moderation flagged it', {
    answer: [...new Set(named)].join(', '),
  })
}

async function inputOf({ turns }: ReplyRequest, images: boolean) {
  const texts: string[] = []
  const pictures: OpenAI.ModerationImageURLInput[] = []
  for (const part of turns.findLast(({ role }) => role === 'user')?.parts ?? []) {
    if (part.type === 'text' && part.text !== '') texts.push(part.text)
    if (part.type !== 'file') continue
    const kind = inputKindOf(part.file)
    if (kind === 'text') texts.push(new TextDecoder().decode(await part.read()))
    if (kind === 'image' && images) {
      const url = toDataUrl(part.file.mediaType, toBase64(await part.read()))
      pictures.push({ type: 'image_url', image_url: { url } })
    }
  }
  return { texts, pictures }
}
