import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { calledTool } from '../../../shared/plugins/calledTool.ts'
import { AppError } from '../../../shared/errors.ts'
import { isEditablePicture } from '../../../shared/fileFormats.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { pictureToolName } from '../../../shared/media/hostedPictures.ts'
import { finalMediaStates, type MediaJob } from '../../../shared/media/media.ts'
import type { FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { Capabilities, Model, ModelReference } from '../../../shared/models.ts'
import type { Attachment, Part, ToolCallPart } from '../../../shared/chat/parts.ts'
import type {
  Consent,
  Tool,
  ToolBox,
  ToolCallContext,
  ToolInput,
  ToolResult,
} from '../../tools/tool.ts'
import { late, within } from '../../timeLimit.ts'
import { hostedPictureTool, type HostedDrawing } from './hostedPictureTool.ts'
import { parametersOf } from '../../tools/parametersOf.ts'

export interface PictureToolOptions {
  /** Returns what is known of the model that talks. */
  describe: (model: ModelReference) => Promise<Model>
  /** Returns the files of a chat, the newest first. */
  filesOf: (conversationId: string, earlier: readonly Part[]) => readonly Attachment[]
  /** The media feature's part for this tool; `undefined` while the history is closed. */
  drawing: () => Drawing | undefined
  /** Time that a call waits for its picture; after it, only the card shows the result. */
  waitMilliseconds?: number
}

interface MadePicture {
  name: string
  mediaType: string
  bytes: Uint8Array
  /** True if the service has flagged it: the user sees it only at a click. */
  flagged?: boolean
}

interface PainterForm {
  fields: readonly FormField[]
  /** The values of the user's last job with the model. */
  values: FormValues
}

/** The model that makes the pictures of chats, and how to have it make one. */
export interface Drawing {
  /** Undefined before the user's first picture, and if the user wants none made in chats. */
  model: () => Promise<(ModelReference & { providerName: string }) | undefined>
  /** Returns how the service of a model draws itself; undefined if it shall not. */
  hosted: (
    model: ModelReference,
    kind: NonNullable<Capabilities['pictures']>,
  ) => Promise<HostedDrawing | undefined>
  form: (model: ModelReference) => Promise<PainterForm>
  /** Estimates a request; null if nobody knows what it costs. */
  priceOf: (model: ModelReference, values: FormValues) => Promise<MediaPrice | null>
  /** Tells whether requests cost more together than the user wants to spend unasked. */
  areDear: (prices: readonly (MediaPrice | null)[]) => boolean
  create: (
    request: ModelReference & {
      id: string
      values: FormValues
      conversationId: string | null
      priceAccepted: boolean
    },
  ) => Promise<MediaJob>
  /** Resolves once the job has ended. */
  settled: (jobId: string) => Promise<MediaJob>
  /** Cancels a job that has not been sent. */
  withdraw: (jobId: string) => void
  read: (jobId: string) => Promise<MadePicture[]>
}

const waitDefault = 90_000
const shapes = ['square', 'landscape', 'portrait'] as const
const inputSchema = z.object({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(32_000)
    .describe('What the picture shows, in full. The model that draws knows nothing of this chat.'),
  shape: z.enum(shapes).optional(),
  pictures: z
    .array(z.string().min(1).max(300))
    .max(16)
    .optional()
    .describe(
      'Pictures of this chat to change or to draw from, by their names; "last" is the newest one. None for a new picture.',
    ),
})
type Wish = z.infer<typeof inputSchema>

/**
 * Returns the tool with which a model that talks has another one draw. Where its own service draws,
 * the tool that asks for that stands in its place: never are both offered.
 */
export function pictureTool(options: PictureToolOptions): ToolBox {
  const { describe, drawing } = options
  return {
    async list({ model, acceptsTools = false }) {
      const open = drawing()
      if (!open) return []
      const { capabilities } = await describe(model)
      if (!acceptsTools && capabilities?.tools !== true) return []
      const hosted =
        !acceptsTools && capabilities?.pictures && (await open.hosted(model, capabilities.pictures))
      if (hosted) return [hostedPictureTool(pictureToolName, model, hosted)]
      const painter = await open.model()
      return painter ? [toolFor(painter, open, options)] : []
    },
  }
}

function toolFor(
  { providerName, ...painter }: ModelReference & { providerName: string },
  open: Drawing,
  { filesOf, waitMilliseconds = waitDefault }: PictureToolOptions,
): Tool {
  /** Errors: an Error for the model where a picture is not there. */
  function valuesOf(input: ToolInput, form: PainterForm, context: ToolCallContext): FormValues {
    const wish = inputSchema.parse(input)
    const { fields, values } = form
    const files = filesOf(context.conversationId, context.earlier).filter(({ mediaType }) =>
      isEditablePicture(mediaType),
    )
    const pictures = (wish.pictures ?? []).map((name) => findPicture(files, name))
    return formValues(wish, fields, values, pictures)
  }

  /** Undefined for a call that will fail before anything is sent. */
  async function priceOf(
    input: ToolInput,
    form: PainterForm,
    context: ToolCallContext,
  ): Promise<MediaPrice | null | undefined> {
    let values: FormValues
    try {
      values = valuesOf(input, form, context)
    } catch {
      return undefined
    }
    return open.priceOf(painter, values)
  }

  /** Returns what the pictures cost that this answer has had made before the call. */
  async function pricesBefore(
    form: PainterForm,
    context: ToolCallContext,
  ): Promise<(MediaPrice | null)[]> {
    const inputs = permittedBefore(context).map(inputOf)
    const prices = await Promise.all(inputs.map((input) => priceOf(input, form, context)))
    return prices.map((price) => price ?? null)
  }

  return {
    name: pictureToolName,
    title: 'Make a picture',
    description:
      'Makes a picture from a description, or changes pictures of this chat. Each call costs the user money. The picture is shown to the user as the result: do not repeat it as a link.',
    parameters: parametersOf(inputSchema),
    effect: 'outside',
    timeoutMilliseconds: waitMilliseconds + 30_000,
    async consent(input, context): Promise<Consent> {
      const scope = `${pictureToolName} ${painter.providerId} ${painter.modelId}`
      // Without its form nobody knows what the call would cost when the form is back.
      const form = await open.form(painter).catch(() => undefined)
      if (!form) return { ask: 'always', scope, destination: providerName, price: null }
      const price = await priceOf(input, form, context)
      const isDear =
        price !== undefined && open.areDear([...(await pricesBefore(form, context)), price])
      const ask = isDear ? 'always' : 'oncePerChat'
      return { ask, scope, destination: providerName, price: price ?? null }
    },
    async run(input, context, signal) {
      const values = valuesOf(input, await open.form(painter), context)
      const { conversationId } = context
      const id = randomUUID()
      await open.create({ ...painter, id, values, conversationId, priceAccepted: true })
      const stop = () => open.withdraw(id)
      signal.addEventListener('abort', stop, { once: true })
      try {
        const job = await within(waitMilliseconds, open.settled(id))
        return job === late ? waiting(id) : await resultOf(job, open)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

/**
 * Returns the calls of this answer before this one that were allowed: one permission of the user
 * must not pay for any number of them.
 */
function permittedBefore({ earlier, toolCallId }: ToolCallContext): ToolCallPart[] {
  const calls = earlier.filter((part) => part.type === 'toolCall')
  const own = calls.findLastIndex(({ id }) => id === toolCallId)
  return calls
    .slice(0, own < 0 ? calls.length : own)
    .filter((call) => call.permission !== undefined && calledTool(call).name === pictureToolName)
}

function inputOf(call: ToolCallPart): ToolInput {
  const input = parseJson(calledTool(call).arguments)
  return isObject(input) ? input : {}
}

function findPicture(files: readonly Attachment[], wanted: string): Attachment {
  const file = wanted === 'last' ? files[0] : files.find(({ name }) => name === wanted)
  if (file) return file
  const names = [...new Set(files.map(({ name }) => name))].slice(0, 50)
  const others = names.length === 0 ? 'There is none.' : `There are: ${names.join(', ')}`
  throw new Error(`This chat has no picture named ${wanted}. ${others}`)
}

/** Fills the form: the user's last choices, with what the model wants now. */
function formValues(
  { prompt, shape }: Wish,
  fields: readonly FormField[],
  last: FormValues,
  pictures: readonly Attachment[],
): FormValues {
  const values: FormValues = {}
  for (const field of fields) {
    const { name, role } = field
    if (role === 'prompt') values[name] = prompt
    else if (role === 'image') {
      if (pictures.length > 0)
        values[name] = pictures.slice(0, field.type === 'file' ? field.maximum : 1).map(toInput)
    } else if (role === 'size') {
      const size = shape && sizeFor(shape, field)
      const value = size ?? last[name]
      if (value !== undefined) values[name] = value
    } else if (role === null && field.type !== 'file') {
      const value = last[name]
      if (value !== undefined) values[name] = value
    }
  }
  if (pictures.length > 0 && !fields.some(({ role }) => role === 'image')) {
    throw new Error('The user’s picture model can’t change pictures. It only makes new ones.')
  }
  return values
}

function toInput({ id, name, mediaType, sizeBytes }: Attachment) {
  return { id, name, mediaType, sizeBytes, outputId: null }
}

/** Returns the first size of the form that has the shape; undefined if none has. */
function sizeFor(shape: (typeof shapes)[number], field: FormField): string | undefined {
  if (field.type !== 'size') return undefined
  return field.options.find(({ width, height }) => {
    if (width === null || height === null) return false
    if (shape === 'square') return width === height
    return shape === 'landscape' ? width > height : width < height
  })?.value
}

function waiting(jobId: string): ToolResult {
  const text =
    'The picture is not ready yet. It will appear here by itself. Do not ask for it again: that would cost the user a second time.'
  return { parts: [{ type: 'text', text }], media: { jobId, isAnswer: true } }
}

async function resultOf({ id, state, error }: MediaJob, { read }: Drawing): Promise<ToolResult> {
  if (state === 'done') {
    const files = await read(id)
    const made = files.some(({ flagged }) => flagged)
      ? 'The picture is made. Its service flagged it, so the user sees it only if they choose to.'
      : 'The picture is made, and the user sees it.'
    const text = error ? `${made} Something is missing, so tell the user: ${error.message}.` : made
    return {
      parts: [{ type: 'text', text }, ...files.map((file) => ({ type: 'file' as const, ...file }))],
    }
  }
  if (state === 'cancelled') throw new AppError('aborted', 'The user has cancelled the picture.')
  const reason = error?.details?.answer ?? error?.message ?? ''
  if (!finalMediaStates.includes(state)) {
    const text = `The picture waits until the user has mended this: ${reason}\nIt will appear here by itself then. Do not ask for it again: that would cost the user a second time.`
    return { parts: [{ type: 'text', text }], media: { jobId: id, isAnswer: true } }
  }
  const text =
    state === 'unknown'
      ? 'The connection broke. Whether the picture was made is not known; the user decides whether to ask for it again.'
      : `No picture was made. ${reason}`
  // The card says what happened, and lets the user look or send again.
  return { parts: [{ type: 'text', text }], failed: true, media: { jobId: id, isAnswer: false } }
}
