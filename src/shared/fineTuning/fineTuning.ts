import { z } from 'zod'
import { messageIdSchema } from '../chat/chat.ts'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { jobDefinition } from '../jobs.ts'
import {
  maxCheckpoints,
  maxCurvePoints,
  maxShownEvents,
  maxSuffixLength,
  trainingLimits,
} from '../limits.ts'
import { modelIdSchema, modelReferenceSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'
import { setReportSchema } from './findings.ts'

/**
 * The states of a training. `draft` comes before the user's consent. `unknown`: the request that
 * creates it was sent, its answer was lost, and the service does not list it. The last three are
 * final.
 */
export const trainingStates = [
  'draft',
  'uploading',
  'creating',
  'running',
  'unknown',
  'succeeded',
  'failed',
  'cancelled',
] as const
export type TrainingState = (typeof trainingStates)[number]

const count = z.number().int().nonnegative()
const trainingIdSchema = z.uuid()
const trainingInput = z.object({ id: trainingIdSchema })

const { validationShare, seed, epochs, batchSize, learningRate, beta } = trainingLimits

/** The choices of the user for a training. Null leaves a value to the service. */
export const trainingOptionsSchema = z.object({
  /** The part of the examples that measures the model, from 0 to 0.5. */
  validationShare: z.number().min(validationShare.least).max(validationShare.most),
  /** Decides which examples these are, and goes to the service where it takes one. */
  seed: z.number().int().min(seed.least).max(seed.most),
  /** Leaves out lines that say the same as an earlier one. */
  dropDuplicates: z.boolean(),
  epochs: z.number().int().min(epochs.least).max(epochs.most).nullable(),
  batchSize: z.number().int().min(batchSize.least).max(batchSize.most).nullable(),
  /** A factor; with Mistral, Together and Fireworks the rate itself. */
  learningRate: z.number().positive().max(learningRate.most).nullable(),
  /** Only for preferences. */
  beta: z.number().positive().max(beta.most).nullable(),
  /** A part of the finished model's name. */
  suffix: z.string().max(maxSuffixLength),
  /** US dollars for a million trained tokens; null for the table's price, if it has one. */
  tokenPrice: z.number().nonnegative().nullable(),
})
export type TrainingOptions = z.infer<typeof trainingOptionsSchema>

/** The ways in which services offer fine-tuning. */
export const tuningDialects = ['openai', 'azure', 'mistral', 'together', 'fireworks'] as const

const lossSchema = z.number().nullable()

/** The losses after a step; null where the service gives none. */
export const curvePointSchema = z.object({
  step: count,
  trainingLoss: lossSchema,
  validationLoss: lossSchema,
})
export type CurvePoint = z.infer<typeof curvePointSchema>

export const trainingEventSchema = z.object({
  id: z.string().max(200),
  at: timeSchema,
  level: z.enum(['info', 'warn', 'error']),
  message: z.string().max(1000),
})
export type TrainingEvent = z.infer<typeof trainingEventSchema>

export const checkpointSchema = curvePointSchema.extend({ modelId: modelIdSchema })
export type Checkpoint = z.infer<typeof checkpointSchema>

export const trainingSchema = z.object({
  id: trainingIdSchema,
  /** The name of the file. */
  name: z.string(),
  state: z.enum(trainingStates),
  report: setReportSchema,
  model: modelReferenceSchema.nullable(),
  options: trainingOptionsSchema,
  /** The number of examples on each side; null before they are divided. */
  split: z.object({ training: count, validation: count }).nullable(),
  /** The id at the service; null before its answer. */
  remoteId: z.string().nullable(),
  /** The service's own word for the state. */
  remoteState: z.string().nullable(),
  /** The service's way; null without a model, or if its provider is gone. */
  dialect: z.enum(tuningDialects).nullable(),
  canPause: z.boolean(),
  canResume: z.boolean(),
  /** The failure of a request, or the reason for which the service refused or gave up the training. */
  error: errorSchema.nullable(),
  /** The finished model. */
  tunedModel: modelIdSchema.nullable(),
  trainedTokens: count.nullable(),
  /** US dollars for the trained tokens; null if their number or price is unknown. */
  dollars: z.number().nonnegative().nullable(),
  finishesAt: timeSchema.nullable(),
  curve: z.array(curvePointSchema).max(maxCurvePoints),
  checkpoints: z.array(checkpointSchema).max(maxCheckpoints),
  /** The newest first. */
  events: z.array(trainingEventSchema).max(maxShownEvents),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
})
export type Training = z.infer<typeof trainingSchema>

/** Trains a model. The truth is in the table `training`. */
export const trainJob = jobDefinition('fineTuning.train', {
  input: z.object({ trainingId: trainingIdSchema, name: z.string() }),
  progress: z.object({ step: count }),
  result: z.object({ state: z.enum(trainingStates) }),
})

const spanSchema = z.object({ least: z.number().nonnegative(), most: z.number().nonnegative() })

const estimateSchema = z.object({
  dialect: z.enum(tuningDialects),
  /** False if Parley knows no fine-tuning of this service, and tries OpenAI's way. */
  isKnown: z.boolean(),
  /** The tokens that are trained in all epochs. */
  tokens: spanSchema,
  /** US dollars; null if the price is unknown. */
  dollars: spanSchema.nullable(),
  /** The day on which the service ends the base model, and with it the tuned one; null if unknown. */
  baseEnds: z.iso.date().nullable(),
})
export type TrainingEstimate = z.infer<typeof estimateSchema>

const setup = { model: modelReferenceSchema.nullable(), options: trainingOptionsSchema }

export const fineTuning = {
  /**
   * Asks the user for a JSONL file, and checks it line by line. Null if the user chose none. Errors:
   * trainingFileUnreadable, trainingFileTooLarge, tooHeavy, diskFull, filesFull.
   */
  choose: method(nothing, z.object({ training: trainingSchema.nullable() })),
  /** Returns the answers in chats that are marked as good examples. */
  marks: method(nothing, z.object({ messageIds: z.array(messageIdSchema) })),
  /** Marks an answer as a good example, or takes the mark away. Errors: messageMissing. */
  mark: method(z.object({ messageId: messageIdSchema, isGood: z.boolean() }), nothing),
  /**
   * Makes a draft of all marked answers. `leftOut` is the number of those that depend on files or
   * tools. Errors: diskFull, filesFull.
   */
  fromMarked: method(nothing, z.object({ training: trainingSchema, leftOut: count })),
  /** Returns all trainings, the newest first. */
  list: method(nothing, z.array(trainingSchema)),
  /**
   * Keeps what the user has chosen for a draft. Returns what the training will cost; null without a
   * model. Errors: trainingMissing.
   */
  estimate: method(trainingInput.extend(setup), z.object({ estimate: estimateSchema.nullable() })),
  /**
   * Uploads the examples and creates the training at the service: the user's consent to one.
   * Errors: trainingMissing, conflict if it was started before, badInput for a set with faults,
   * trainingPreferences, providerMissing.
   */
  start: method(
    trainingInput.extend({ model: modelReferenceSchema, options: trainingOptionsSchema }),
    trainingSchema,
  ),
  /** Looks for a training whose answer was lost, or goes on after an error. Errors: trainingMissing. */
  lookAgain: method(trainingInput, trainingSchema),
  /**
   * Creates a training again whose answer was lost: another consent, which may be paid twice.
   * Errors: trainingMissing, conflict.
   */
  createAgain: method(trainingInput, trainingSchema),
  /** Errors: trainingMissing, conflict, those of the request. */
  pause: method(trainingInput, trainingSchema),
  resume: method(trainingInput, trainingSchema),
  cancel: method(trainingInput, trainingSchema),
  /** Makes a new draft of the same examples. Errors: trainingMissing. */
  copy: method(trainingInput, trainingSchema),
  /** Writes the examples to a JSONL file that the user chooses. Errors: trainingMissing. */
  save: method(trainingInput, z.object({ saved: z.boolean() })),
  /** Forgets a training that is not under way. What lies at the service stays. Errors: conflict. */
  remove: method(trainingInput, nothing),
  /** The changed trainings, at most ten times a second. */
  changed: event(z.array(trainingSchema)),
  removed: event(z.object({ id: trainingIdSchema })),
}
