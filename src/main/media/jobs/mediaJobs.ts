import { randomInt } from 'node:crypto'
import { AppError, toWire } from '../../../shared/errors.ts'
import { textOf } from '../../../shared/json.ts'
import { mediaWork, type MediaJob } from '../../../shared/media/media.ts'
import type { FieldError, FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { StartJob } from '../../jobs/jobRunner.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { askMilliseconds } from '../mediaServices.ts'
import { readOutputsOf } from '../outputs/outputRow.ts'
import { checkValues, inputsOf } from './checkValues.ts'
import { discardResult } from './discardResult.ts'
import { isAboveLimit } from './isAboveLimit.ts'
import type { JobContext } from './jobContext.ts'
import { createMaskChecks } from './maskChecks.ts'
import { deleteJob, insertJob, readOpenJobs, toPage, type MediaJobRow } from './jobRow.ts'
import { isFinal } from './jobStates.ts'

export interface NewMediaJob extends ModelReference {
  id: string
  values: FormValues
  conversationId: string | null
  priceAccepted: boolean
}

/** The user's actions on jobs. The errors are those of the bridge's methods. */
export interface MediaJobs {
  check: (model: ModelReference, values: FormValues) => Promise<FieldError[]>
  create: (asked: NewMediaJob) => Promise<MediaJob>
  /** Asks for an end, and returns at once. */
  requestCancel: (id: string) => void
  cancel: (id: string) => Promise<MediaJob>
  submitAgain: (id: string) => MediaJob
  lookAgain: (id: string) => MediaJob
  discard: (id: string) => Promise<MediaJob>
  forget: (id: string) => void
  /** Goes on with every job that is not settled. */
  resume: () => void
  /** Starts jobs that wait for their turn, if there is room. */
  pump: () => void
}

export interface MediaJobsOptions {
  start: StartJob
  blobs: Pick<Blobs, 'claim'>
  /** The price in dollars above which the user is asked each time; null for none. */
  askAbove: () => number | null
  /** Throws if the user's budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
}

/** The longest name of a job in the list of all jobs. */
const subjectLength = 100
const maxSeed = 2 ** 31 - 1

export function createMediaJobs(context: JobContext, options: MediaJobsOptions): MediaJobs {
  const { database, states, services, stops, log } = context
  const { start, blobs, askAbove, assertLeft } = options
  const masks = createMaskChecks(context)

  function run(job: MediaJobRow): void {
    const { id } = job
    const work = workOf(job)
    start(mediaWork, work)
    stops.wake(id)
    // The run that has just settled the job may still be ending: then that was joined.
    setImmediate(() => {
      if (context.closing.aborted || isFinal(find(id)?.state ?? 'done')) return
      try {
        start(mediaWork, work)
      } catch (error) {
        log('A media job does not go on yet', error)
      }
    })
  }

  async function formOf({ providerId, modelId }: ModelReference): Promise<readonly FormField[]> {
    const provider = await services.find(providerId)
    return provider.form(modelId, AbortSignal.timeout(askMilliseconds))
  }

  async function findErrors(fields: readonly FormField[], values: FormValues) {
    const errors = checkValues(fields, values)
    return errors.length > 0 ? errors : masks.check(fields, values)
  }

  function find(id: string): MediaJobRow | undefined {
    try {
      return states.read(id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'mediaMissing') return undefined
      throw error
    }
  }

  async function create(asked: NewMediaJob): Promise<MediaJob> {
    const { id, providerId, modelId, conversationId } = asked
    const known = find(id)
    if (known) return toPage(known)
    const [provider, model, fields] = await Promise.all([
      services.find(providerId),
      services.model(providerId, modelId),
      formOf(asked),
    ])
    const errors = await findErrors(fields, asked.values)
    if (errors.length > 0) {
      throw new AppError('fieldsInvalid', 'Some values can not be sent', {
        subject: errors[0]?.name,
      })
    }
    const values = withSeed(fields, asked.values)
    const estimate = await services.estimate(providerId, { modelId, values })
    if (estimate?.amount !== 0) assertLeft()
    if (!asked.priceAccepted && isAboveLimit(estimate, askAbove())) {
      throw new AppError('priceTooHigh', 'The price is above the limit')
    }
    const inputs = inputsOf(fields, values)
    for (const input of inputs) {
      if (blobs.claim(input.id)) continue
      throw new AppError('attachmentMissing', 'The file is gone', { subject: input.name })
    }
    const kept = await masks.restOf(fields, values)
    // Another call with this id may have been quicker.
    const quicker = find(id)
    if (quicker) return toPage(quicker)
    const job: MediaJobRow = {
      ...{ id, providerId, modelId, conversationId, values, estimate },
      ...{ modelName: model.name, providerName: provider.name },
      ...{ kind: model.kind, resumable: model.resumable, state: 'waiting' },
      ...{ cancelling: false, consents: 1, posts: 0, sent: null, handle: null, result: null },
      restOf: kept,
      prompt: textOf(valueOf(fields, values, 'prompt')),
      seed: seedOf(fields, values),
      asked: askedOf(fields, values),
      parentIds: inputs.flatMap(({ outputId }) => outputId ?? []),
      ...{ price: null, position: null, progress: null, error: null, until: null, fieldErrors: [] },
      ...{ requestId: null, createdAt: context.now(), submittedAt: null, endedAt: null },
    }
    insertJob(database, job, inputs)
    context.broadcast('jobsChanged', [toPage(job)])
    run(job)
    return toPage(job)
  }

  function requestCancel(id: string): void {
    const job = states.read(id)
    if (isFinal(job.state)) return
    if (job.state === 'waiting') {
      states.move(id, 'cancelled')
      stops.cancel(id)
      stops.forget(id)
      return
    }
    if (!job.cancelling) states.requestCancel(id)
    stops.cancel(id)
    run(job)
  }

  return {
    check: async (model, values) => findErrors(await formOf(model), values),
    create,
    requestCancel,
    async cancel(id) {
      requestCancel(id)
      return toPage(await states.settled(id))
    },
    submitAgain(id) {
      if (states.read(id).estimate?.amount !== 0) assertLeft()
      const job = states.consentAgain(id)
      run(job)
      return toPage(job)
    },
    lookAgain(id) {
      const job = states.read(id)
      const { state, handle } = job
      if (state === 'unknown') states.move(id, 'submitting')
      else if (isFinal(state) && state !== 'done' && handle) states.move(id, 'queued')
      const looked = states.read(id)
      if (!isFinal(looked.state)) run(looked)
      return toPage(looked)
    },
    async discard(id) {
      const job = states.read(id)
      if (job.error?.code !== 'mediaNotDeleted') return toPage(job)
      const left = await discardResult(context, job, true)
      stops.forget(id)
      states.note(id, { error: left ? toWire(left) : null })
      return toPage(states.read(id))
    },
    forget(id) {
      const job = states.read(id)
      if (!isFinal(job.state) || readOutputsOf(database, id).length > 0) {
        throw new AppError('conflict', 'This job is not settled, or has outputs')
      }
      database.transaction(() => deleteJob(database, id))
      context.broadcast('jobsRemoved', { ids: [id] })
    },
    pump() {
      const waiting = readOpenJobs(database).find(({ state }) => state === 'waiting')
      if (waiting) start(mediaWork, workOf(waiting))
    },
    resume() {
      for (const job of readOpenJobs(database)) {
        if (isFinal(job.state)) continue
        try {
          run(job)
        } catch (error) {
          log('A media job does not go on yet', error)
        }
      }
    },
  }
}

function workOf({ id, providerId, prompt, modelName }: MediaJobRow) {
  return {
    ...{ id, providerId },
    subject: prompt.slice(0, subjectLength).toWellFormed() || modelName,
  }
}

function valueOf(
  fields: readonly FormField[],
  values: FormValues,
  role: FormField['role'],
): unknown {
  const field = fields.find((each) => each.role === role)
  return field && values[field.name]
}

/** Returns how many results are asked for; null if the form does not ask. */
function askedOf(fields: readonly FormField[], values: FormValues): number | null {
  const field = fields.find(({ role, type }) => role === 'count' && type === 'number')
  const asked = field && (values[field.name] ?? ('default' in field ? field.default : null))
  return typeof asked === 'number' && Number.isInteger(asked) && asked > 0 ? asked : null
}

function seedOf(fields: readonly FormField[], values: FormValues): number | null {
  const seed = valueOf(fields, values, 'seed')
  return typeof seed === 'number' ? seed : null
}

/** Chooses a seed if the user has not: by it the job can be repeated, and found at the service. */
function withSeed(fields: readonly FormField[], values: FormValues): FormValues {
  const field = fields.find(({ role, type }) => role === 'seed' && type === 'number')
  if (field?.type !== 'number' || typeof values[field.name] === 'number') return values
  const minimum = Math.max(0, Math.ceil(field.minimum ?? 0))
  const maximum = Math.min(maxSeed, Math.floor(field.maximum ?? maxSeed))
  if (maximum <= minimum) return values
  return { ...values, [field.name]: randomInt(minimum, maximum) }
}
