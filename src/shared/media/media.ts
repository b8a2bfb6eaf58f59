import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { jobDefinition } from '../jobs.ts'
import {
  maxMediaIds,
  maxMediaLogLineLength,
  maxMediaLogLines,
  maxOutputsPerPage,
  maxQueryLength,
  maxStrokesLength,
  maxWorkflowLength,
} from '../limits.ts'
import {
  fieldErrorSchema,
  formFieldSchema,
  formValuesSchema,
  mediaKinds,
  outputIdSchema,
} from './mediaForm.ts'
import { mediaDraftSchema } from './mediaDraft.ts'
import { mediaPriceSchema } from './mediaPrice.ts'
import { mediaWorkflowSchema, workflowProblems, workflowSettingsSchema } from './mediaWorkflow.ts'
import { savedSettingsSchema } from './mediaSettings.ts'
import { sketchMethods } from './sketch.ts'
import { modelReferenceSchema } from '../models.ts'
import { attachmentSchema } from '../chat/parts.ts'
import { timeSchema } from '../timeSchema.ts'

export const mediaJobIdSchema = z.uuid()
const fileIdSchema = attachmentSchema.shape.id
const count = z.number().int().nonnegative()
const ids = z.array(z.uuid()).min(1).max(maxMediaIds)

/** A model that makes pictures, videos or sound. */
export const mediaModelSchema = modelReferenceSchema.extend({
  name: z.string(),
  providerName: z.string(),
  /** Kind of its outputs. */
  kind: z.enum(mediaKinds),
  /** The kinds of files that it can be given; empty for a model of text alone. */
  accepts: z.array(z.enum(mediaKinds)),
  /** True if it makes variations of a picture that comes without a prompt. */
  varies: z.boolean().optional(),
  /** Whether a job goes on after Parley was closed. Otherwise its result is lost then. */
  resumable: z.boolean(),
  /** True if no data leaves this machine. */
  local: z.boolean(),
  /** Set if the service has shut it down or will: the day, and what replaces it. */
  retirement: z
    .object({ date: z.iso.date(), replacement: z.string().nullable() })
    .nullable()
    .default(null),
})
export type MediaModel = z.infer<typeof mediaModelSchema>

export const mediaFormSchema = z.object({
  /** In their order. */
  fields: z.array(formFieldSchema),
  /** The values of the user's last job with the model. */
  values: formValuesSchema,
})

/**
 * The states of a job. Each is on disk before what follows from it.
 *
 * - `waiting`: not sent yet; `preparing`: its inputs are on their way.
 * - `submitting`: the paid request is on its way, or its answer was lost a moment ago.
 * - `queued`, `running`: the service has it. `collecting`: its result is being stored.
 * - `unknown`: the answer to the paid request was lost; only the user may send it again.
 * - `lost`: the service does not know it any more.
 */
export const mediaStates = [
  'waiting',
  'preparing',
  'submitting',
  'queued',
  'running',
  'collecting',
  'done',
  'failed',
  'cancelled',
  'unknown',
  'lost',
] as const
export type MediaState = (typeof mediaStates)[number]

/** The states that only the user's wish changes. */
export const finalMediaStates: readonly MediaState[] = [
  'done',
  'failed',
  'cancelled',
  'unknown',
  'lost',
]

/** A request to a model that the user has consented to. */
export const mediaJobSchema = z.object({
  id: mediaJobIdSchema,
  ...modelReferenceSchema.shape,
  modelName: z.string(),
  providerName: z.string(),
  kind: z.enum(mediaKinds),
  state: z.enum(mediaStates),
  /** True if the user has cancelled it and it has not ended yet. */
  cancelling: z.boolean(),
  resumable: z.boolean(),
  prompt: z.string(),
  values: formValuesSchema,
  seed: z.number().nullable(),
  /** The outputs that it was given. */
  parentIds: z.array(outputIdSchema),
  /** The chat that it belongs to; null for none. */
  conversationId: z.uuid().nullable(),
  /** Before, as estimated; null if unknown. */
  estimate: mediaPriceSchema.nullable(),
  /** After, as counted by the service; null if unknown. */
  price: mediaPriceSchema.nullable(),
  /** The number of jobs ahead of it at the service; null if unknown. */
  position: count.nullable(),
  /** From 0 to 1; null if unknown. */
  progress: z.number().min(0).max(1).nullable(),
  /** Why it has failed, or why it makes no progress now. */
  error: errorSchema.nullable(),
  /** The time of the next try, while it is paused because of its error; null otherwise. */
  until: timeSchema.nullable(),
  fieldErrors: z.array(fieldErrorSchema),
  /** The service's id of the request; null before there is one. */
  requestId: z.string().nullable(),
  createdAt: timeSchema,
  /** The time of the paid request; null before. */
  submittedAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
})
export type MediaJob = z.infer<typeof mediaJobSchema>

/** A file of a job's result. Parley serves it to the page at `/media/<fileId>`. */
export const mediaOutputSchema = z.object({
  id: outputIdSchema,
  jobId: mediaJobIdSchema,
  /** Its place in the result, from 0. */
  ordinal: count,
  fileId: fileIdSchema,
  kind: z.enum(mediaKinds),
  mediaType: z.string(),
  sizeBytes: count,
  /** In pixels; null for sound, or if unknown. */
  width: count.nullable(),
  height: count.nullable(),
  durationMilliseconds: count.nullable(),
  seed: z.number().nullable(),
  /** True if the service has flagged it. */
  flagged: z.boolean(),
  /** True if the end of the file is missing. */
  cut: z.boolean(),
  favourite: z.boolean(),
  createdAt: timeSchema,
  /** Set while it is in the bin. */
  deletedAt: timeSchema.nullable(),
  ...modelReferenceSchema.shape,
  prompt: z.string(),
})
export type MediaOutput = z.infer<typeof mediaOutputSchema>

/** A place in a list that begins with the newest. */
export const mediaCursorSchema = z.object({ createdAt: timeSchema, id: z.uuid() })
export type MediaCursor = z.infer<typeof mediaCursorSchema>

export const outputFilterSchema = z.object({
  kind: z.enum(mediaKinds).nullable().default(null),
  model: modelReferenceSchema.nullable().default(null),
  jobId: mediaJobIdSchema.nullable().default(null),
  conversationId: z.uuid().nullable().default(null),
  favourites: z.boolean().default(false),
  /** True for those that were made in any chat. */
  fromChats: z.boolean().default(false),
  /** True for those in the bin. */
  deleted: z.boolean().default(false),
  /** Words of the prompt, in any order; empty for all. */
  text: z.string().max(maxQueryLength).default(''),
})
export type OutputFilter = z.infer<typeof outputFilterSchema>

const page = {
  before: mediaCursorSchema.nullable().default(null),
  limit: count.min(1).max(maxOutputsPerPage).default(maxOutputsPerPage),
}
const jobInput = z.object({ id: mediaJobIdSchema })
const outputsInput = z.object({ ids })

/** The work of a media job, as the runner of all jobs knows it. */
export const mediaWork = jobDefinition('media.generate', {
  input: jobInput.extend({ providerId: z.string(), subject: z.string() }),
  progress: z.object({ state: z.enum(mediaStates) }),
  /** The job as it was settled. Its own row says why. */
  result: z.object({ state: z.enum(mediaStates), outputs: count }),
})

export const media = {
  /** Lists the models of every service that is set up, and why a service could not tell. */
  models: method(
    z.object({ refresh: z.boolean().default(false) }),
    z.object({
      models: z.array(mediaModelSchema),
      failures: z.array(z.object({ providerId: z.string(), error: errorSchema })),
    }),
  ),
  /** Returns a model's form. Errors: providerMissing, modelNotFound, those of a request. */
  form: method(modelReferenceSchema, mediaFormSchema),
  /** Estimates what a job would cost; null if unknown. Errors: providerMissing. */
  estimate: method(
    modelReferenceSchema.extend({ values: formValuesSchema }),
    z.object({ price: mediaPriceSchema.nullable() }),
  ),
  /** Checks values as `create` does. Returns an empty list if they may be sent. */
  check: method(
    modelReferenceSchema.extend({ values: formValuesSchema }),
    z.object({ errors: z.array(fieldErrorSchema) }),
  ),
  /**
   * Starts a job, which is one paid request. A repeated call with the same id returns the job that
   * is there. Errors: providerMissing, fieldsInvalid, attachmentMissing, priceTooHigh unless the
   * price was accepted, tooManyAtOnce, diskFull, databaseLocked.
   */
  create: method(
    modelReferenceSchema.extend({
      /** Chosen by the page, one per press of "Generate". */
      id: mediaJobIdSchema,
      values: formValuesSchema,
      conversationId: z.uuid().nullable().default(null),
      /** True if the user was asked about a price above the limit. */
      priceAccepted: z.boolean().default(false),
    }),
    mediaJobSchema,
  ),
  /**
   * Cancels a job. Resolves to the job once that is settled: what came anyway was paid for and is
   * kept. Errors: mediaMissing.
   */
  cancel: method(jobInput, mediaJobSchema),
  /**
   * Sends the paid request of an ended job again: a new consent, which may cost again. Errors:
   * mediaMissing, conflict if the job is under way or done.
   */
  submitAgain: method(jobInput, mediaJobSchema),
  /**
   * Goes on with a job without a new consent: looks for an unknown one at the service, or for the
   * result of one that could not be fetched, and ends the pause of one that is under way. Errors:
   * mediaMissing.
   */
  lookAgain: method(jobInput, mediaJobSchema),
  /**
   * Deletes at the service what it still keeps of a job whose deletion has failed. Resolves to the
   * job, with the error if the service still has it. Errors: mediaMissing.
   */
  discard: method(jobInput, mediaJobSchema),
  /** Forgets a job without outputs that has ended. Errors: mediaMissing, conflict. */
  forget: method(jobInput, nothing),
  /** Returns the jobs that are under way or that the user has to decide about, the oldest first. */
  openJobs: method(nothing, z.array(mediaJobSchema)),
  /** Errors: mediaMissing. */
  job: method(jobInput, mediaJobSchema),
  /** Returns a page of outputs, the newest first; `next` is null behind the last. */
  outputs: method(
    z.object({ filter: outputFilterSchema.prefault({}), ...page }),
    z.object({ outputs: z.array(mediaOutputSchema), next: mediaCursorSchema.nullable() }),
  ),
  /** Returns an output with its job, and the outputs around it in the version tree. */
  output: method(
    z.object({ id: outputIdSchema }),
    z.object({
      output: mediaOutputSchema,
      job: mediaJobSchema,
      /** The outputs that it was made from. */
      parents: z.array(mediaOutputSchema),
      /** The outputs of the same job, itself included. */
      siblings: z.array(mediaOutputSchema),
      /** The outputs that were made from it. */
      children: z.array(mediaOutputSchema),
    }),
  ),
  favourite: method(outputsInput.extend({ favourite: z.boolean() }), nothing),
  /** Moves outputs to the bin, where they stay for 30 days. */
  remove: method(outputsInput, nothing),
  restore: method(outputsInput, nothing),
  /** Deletes outputs of the bin for good. */
  erase: method(outputsInput, nothing),
  /**
   * Saves outputs where the user chooses: one as a file, several as a zip. Returns false if the user
   * chose no place, and how many files are gone and left out. Errors: mediaMissing if all are,
   * notSupported for a file that can't carry a prompt or keeps its metadata, diskFull,
   * folderReadOnly.
   */
  save: method(
    outputsInput.extend({ as: z.enum(['original', 'withPrompt', 'withoutMetadata']) }),
    z.object({ saved: z.boolean(), missing: count }),
  ),
  /**
   * Begins to drag outputs out of the window, as they are stored. Returns false where no other
   * program can be handed a file. Errors: mediaMissing, attachmentMissing, diskFull.
   */
  drag: method(outputsInput, z.object({ dragging: z.boolean() })),
  /** Returns the settings that a stored picture carries; null for none. Errors: attachmentMissing. */
  readSettings: method(
    z.object({ fileId: fileIdSchema }),
    z.object({ settings: savedSettingsSchema.nullable() }),
  ),
  /** Returns what jobs of the current month have cost, by currency, and how many have no price. */
  spent: method(
    nothing,
    z.object({ prices: z.array(mediaPriceSchema), unpriced: count, jobs: count }),
  ),
  /** Returns the strokes of the mask that was drawn on a file; null for none. */
  mask: method(z.object({ fileId: fileIdSchema }), z.object({ strokes: z.string().nullable() })),
  /** Keeps the strokes of a mask, as JSON of the page; null deletes them. */
  saveMask: method(
    z.object({ fileId: fileIdSchema, strokes: z.string().max(maxStrokesLength).nullable() }),
    nothing,
  ),
  /** Returns the form as the user has left it; null before there is one. */
  draft: method(nothing, z.object({ draft: mediaDraftSchema.nullable() })),
  /** Keeps the form for the next start, with the files in it, in place of the one before. */
  saveDraft: method(z.object({ draft: mediaDraftSchema }), nothing),
  /**
   * Imports a workflow of ComfyUI from the text of its file, with proposed marks, for the server of
   * this machine. Returns why not if it is none that can run.
   */
  importWorkflow: method(
    z.object({
      name: workflowSettingsSchema.shape.name,
      text: z.string().max(maxWorkflowLength),
    }),
    z.object({
      workflow: mediaWorkflowSchema.nullable(),
      problem: z.enum(workflowProblems).nullable(),
    }),
  ),
  /** Errors: modelNotFound. */
  workflow: method(workflowSettingsSchema.pick({ id: true }), mediaWorkflowSchema),
  /** Errors: modelNotFound, addressInvalid. */
  changeWorkflow: method(workflowSettingsSchema, mediaWorkflowSchema),
  /** Removes a workflow. What it has made stays. */
  removeWorkflow: method(workflowSettingsSchema.pick({ id: true }), nothing),
  ...sketchMethods,

  /** New or changed jobs. */
  jobsChanged: event(z.array(mediaJobSchema)),
  jobsRemoved: event(z.object({ ids: z.array(mediaJobIdSchema) })),
  /** New or changed outputs, also those that went to the bin or came back. */
  outputsChanged: event(z.array(mediaOutputSchema)),
  /** Outputs that are gone for good. */
  outputsErased: event(z.object({ ids: z.array(outputIdSchema) })),
  /** An unfinished picture of a running job. */
  preview: event(
    z.object({
      jobId: mediaJobIdSchema,
      ordinal: count,
      mediaType: z.string(),
      bytes: z.instanceof(Uint8Array),
    }),
  ),
  /** The last lines of what a job says at its service. They are shown, and kept nowhere. */
  log: event(
    z.object({
      jobId: mediaJobIdSchema,
      lines: z.array(z.string().max(maxMediaLogLineLength)).max(maxMediaLogLines),
    }),
  ),
  /** The services or their models have changed. */
  modelsChanged: event(nothing),
}
