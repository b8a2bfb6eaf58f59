import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type {
  Checkpoint,
  CurvePoint,
  TrainingEvent,
} from '../../../shared/fineTuning/fineTuning.ts'
import { isObject } from '../../../shared/json.ts'
import { modelIdSchema } from '../../../shared/models.ts'
import { timeSchema } from '../../../shared/timeSchema.ts'
import { count, flag, text } from '../../providers/answer/answerFields.ts'

/** The field of a training's metadata that holds Parley's mark. */
export const metadataField = 'parley_training'

/** A training as a service describes it. */
export interface RemoteTraining {
  id: string
  /** The service's own word, in lower case. */
  state: string
  /** The outcome; null while it may go on. */
  end: 'succeeded' | 'failed' | 'cancelled' | null
  tunedModel: string | null
  trainedTokens: number | null
  /** The price in US dollars that the service names. */
  dollars: number | null
  finishesAt: number | null
  /** The service's reason for a failure. */
  reason: string | null
  /** The field of the request that the reason is about. */
  field: string | null
  /** Ids of files with the metrics. */
  resultFiles: string[]
  /** Parley's mark, and the training file: either finds one whose answer was lost. */
  mark: string | null
  trainingFiles: string[]
  events: TrainingEvent[]
  curve: CurvePoint[]
  checkpoints: Checkpoint[]
}

/** All words for an end. An unknown state, such as `paused`, is not ended. */
const ends: ReadonlyMap<string, RemoteTraining['end']> = new Map([
  ['succeeded', 'succeeded'],
  ['success', 'succeeded'],
  ['completed', 'succeeded'],
  ['early_stopped', 'succeeded'],
  ['failed', 'failed'],
  ['failed_validation', 'failed'],
  ['error', 'failed'],
  ['user_error', 'failed'],
  ['expired', 'failed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
])

const maxMessageLength = 1000
const number = z.number().nullish().catch(null)
/** Milliseconds since 1970, from seconds or from a date as text. */
const time = z
  .union([
    z.number().transform((seconds) => Math.floor(seconds * 1000)),
    z.string().transform((written) => Date.parse(written)),
  ])
  .pipe(timeSchema)
  .nullish()
  .catch(null)

const lossesSchema = z
  .object({
    train_loss: number,
    valid_loss: number,
    full_valid_loss: number,
    training_loss: number,
    eval_loss: number,
  })
  .transform((found) => ({
    trainingLoss: found.train_loss ?? found.training_loss ?? null,
    validationLoss: found.full_valid_loss ?? found.valid_loss ?? found.eval_loss ?? null,
  }))

const fileSchema = z.union([
  z.string(),
  z.object({ file_id: z.string() }).transform((f) => f.file_id),
])
const filesSchema = z.array(fileSchema).nullish().catch(null)

const trainingSchema = z.object({
  id: z.string().min(1).max(500),
  status: z.string().max(100),
  fine_tuned_model: text,
  model_output_name: text,
  output_name: text,
  trained_tokens: count,
  token_count: count,
  total_price: number,
  estimated_finish: time,
  // Some services answer with an empty object where there is no error.
  error: z.unknown().optional(),
  result_files: filesSchema,
  training_file: text,
  training_files: filesSchema,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  events: z.array(z.unknown()).nullish().catch(null),
  checkpoints: z.array(z.unknown()).nullish().catch(null),
})

/** Reads a training of any dialect. Errors: malformedAnswer. */
export function readTrainingAnswer(json: unknown): RemoteTraining {
  const read = trainingSchema.safeParse(json)
  if (!read.success) throw new AppError('malformedAnswer', 'The training has an unknown shape')
  const { data } = read
  const state = data.status.toLowerCase()
  const end = ends.get(state) ?? null
  const checkpoints = data.checkpoints ?? []
  const { events, curve } = readEvents(data.events ?? [])
  const tuned = data.fine_tuned_model ?? data.model_output_name ?? data.output_name
  return {
    id: data.id,
    state,
    end,
    tunedModel: end === 'succeeded' ? (modelIdSchema.safeParse(tuned).data ?? null) : null,
    trainedTokens: data.trained_tokens ?? data.token_count ?? null,
    // Together names billionths of a dollar.
    dollars: typeof data.total_price === 'number' ? Math.max(0, data.total_price) / 1e9 : null,
    finishesAt: data.estimated_finish ?? null,
    ...readReason(data.error),
    resultFiles: data.result_files ?? [],
    mark: readText(data.metadata?.[metadataField]),
    trainingFiles: [
      ...(data.training_files ?? []),
      ...(data.training_file ? [data.training_file] : []),
    ],
    events,
    // Mistral's checkpoints have the losses, and are no models.
    curve: [...curve, ...checkpoints.flatMap((checkpoint) => readPoint(checkpoint) ?? [])],
    checkpoints: readCheckpoints(checkpoints),
  }
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readReason(error: unknown): Pick<RemoteTraining, 'reason' | 'field'> {
  if (typeof error === 'string' && error !== '') return { reason: error, field: null }
  if (!isObject(error)) return { reason: null, field: null }
  const reason = readText(error['message'])
  return { reason: reason === '' ? null : reason, field: readText(error['param']) }
}

/** A page of a list. */
export interface ListPage {
  entries: unknown[]
  hasMore: boolean
}

const listSchema = z.union([
  z.array(z.unknown()).transform((entries) => ({ entries, hasMore: false })),
  z
    .object({ data: z.array(z.unknown()), has_more: flag })
    .transform(({ data, has_more: more }) => ({ entries: data, hasMore: more === true })),
])

/** Reads a page of a list of any dialect. Errors: malformedAnswer. */
export function readListAnswer(json: unknown): ListPage {
  const read = listSchema.safeParse(json)
  if (read.success) return read.data
  throw new AppError('malformedAnswer', 'The list has an unknown shape')
}

const eventSchema = z.object({
  id: text,
  created_at: time,
  level: text,
  name: text,
  message: text,
  type: text,
  step: count,
  data: z.unknown().optional(),
})
const stepSchema = z
  .object({ step: count, step_number: count, metrics: z.unknown().optional() })
  .loose()

/** Reads events, with the points of the curve among them. An unreadable event is left out. */
export function readEvents(list: readonly unknown[]): Pick<RemoteTraining, 'events' | 'curve'> {
  const events: TrainingEvent[] = []
  const curve: CurvePoint[] = []
  for (const entry of list) {
    const read = eventSchema.safeParse(entry).data
    if (!read) continue
    const point = readPoint(read.data)
    if (point) curve.push(point)
    const message = read.message ?? read.name
    if (!message || (point && read.type === 'metrics')) continue
    const at = read.created_at ?? 0
    events.push({
      id: (read.id ?? `${String(at)} ${message}`).slice(0, 200),
      at,
      level: readLevel(read.level),
      message: message.slice(0, maxMessageLength).toWellFormed(),
    })
  }
  return { events, curve }
}

function readLevel(level: string | null | undefined): TrainingEvent['level'] {
  const word = level?.toLowerCase() ?? ''
  // Together has `legacy_iwarning`, too.
  if (word.includes('warn')) return 'warn'
  return word.includes('err') ? 'error' : 'info'
}

function readPoint(data: unknown): CurvePoint | null {
  const step = stepSchema.safeParse(data).data
  const number = step?.step ?? step?.step_number
  const losses = lossesSchema.safeParse(step?.metrics ?? data).data
  if (number === undefined || number === null || !losses) return null
  if (losses.trainingLoss === null && losses.validationLoss === null) return null
  return { step: number, ...losses }
}

const checkpointAnswer = z.object({
  fine_tuned_model_checkpoint: text,
  step_number: count,
  metrics: z.unknown().optional(),
})

/** Reads checkpoints that are models. */
export function readCheckpoints(list: readonly unknown[]): Checkpoint[] {
  return list.flatMap((entry) => {
    const read = checkpointAnswer.safeParse(entry).data
    const modelId = modelIdSchema.safeParse(read?.fine_tuned_model_checkpoint).data
    if (!read || modelId === undefined) return []
    const losses = lossesSchema.safeParse(read.metrics).data
    const unknown = { trainingLoss: null, validationLoss: null }
    return [{ modelId, step: read.step_number ?? 0, ...(losses ?? unknown) }]
  })
}
