import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { parseForm } from './parseForm.ts'

/** Failure of the next matching request. */
export interface TuningFault {
  /** The start of `METHOD /path`, without `/v1`. */
  at: string
  /** `cutAfter` does the work and cuts the connection before the answer. */
  how: { status: number; error?: object } | 'cutBefore' | 'cutAfter'
  /** 1 by default. */
  times?: number
}

interface FakeTraining {
  id: string
  body: z.infer<typeof trainingRequest>
  state: string
  looks: number
}

export interface FakeFineTuning extends FakeServer {
  baseUrl: string
  /** The uploaded files, by their ids. */
  files: Map<string, { name: string; purpose: string; text: string }>
  trainings: Map<string, FakeTraining>
  /** Second trainings of one file. */
  violations: string[]
  fail: (fault: TuningFault) => void
  /** Keeps running trainings in their state until `release`. */
  hold: () => void
  release: () => void
  /** Lets trainings end as failed, with this error. */
  spoil: (error: object) => void
  /** Number of lists of models in which a finished model is missing. */
  listLate: (lists: number) => void
}

export const base = 'gpt-4.1-mini-2025-04-14'
export const baseEnds = '2027-01-14'
const steps = 6

const trainingRequest = z.strictObject({
  model: z.string(),
  training_file: z.string(),
  validation_file: z.string().optional(),
  suffix: z.string().max(64).optional(),
  seed: z.number().int().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  method: z
    .strictObject({
      type: z.enum(['supervised', 'dpo']),
      supervised: z.strictObject({ hyperparameters: z.object({}).loose() }).optional(),
      dpo: z.strictObject({ hyperparameters: z.object({}).loose() }).optional(),
    })
    .optional(),
})

/** The course of a training: each look takes it one further. */
const course = ['validating_files', 'queued', 'running', 'running', 'succeeded']

/**
 * Starts files, fine-tuning and models of OpenAI's API. It refuses what the service refuses: too few
 * examples, unknown files and fields. A training advances with each look at it, by so many steps.
 */
export async function startFakeFineTuning(pace = 1): Promise<FakeFineTuning> {
  const files: FakeFineTuning['files'] = new Map()
  const trainings: FakeFineTuning['trainings'] = new Map()
  const violations: string[] = []
  const faults: Required<TuningFault>[] = []
  let isHeld = false
  let spoiled: object | undefined
  let late = 0
  let lastId = 0
  const newId = (prefix: string): string => `${prefix}-${String((lastId += 1))}`

  function tunedId({ body }: FakeTraining): string {
    return `ft:${body.model}:acme:${body.suffix ?? ''}:x1`
  }

  function advance(training: FakeTraining): void {
    const { state } = training
    if (isHeld || state === 'paused' || state === 'cancelled' || state === 'failed') return
    training.looks += pace
    const next = course[Math.min(training.looks, course.length - 1)] ?? 'succeeded'
    training.state = next === 'succeeded' && spoiled ? 'failed' : next
  }

  const stepsOf = ({ looks, state }: FakeTraining): number =>
    state === 'succeeded' ? steps : Math.max(0, looks - 1) * 2

  function describe(training: FakeTraining) {
    const { id, body, state } = training
    const isDone = state === 'succeeded'
    return {
      ...{ id, object: 'fine_tuning.job', created_at: 1_700_000_000, model: body.model },
      ...{ status: state, fine_tuned_model: isDone ? tunedId(training) : null },
      ...{ training_file: body.training_file, validation_file: body.validation_file ?? null },
      ...{ trained_tokens: isDone ? 24_000 : null, metadata: body.metadata ?? null },
      error: state === 'failed' ? spoiled : {},
      result_files: isDone ? ['file-results'] : [],
      estimated_finish: isDone ? null : 1_900_000_000,
    }
  }

  function eventsOf(training: FakeTraining) {
    const told = { object: 'fine_tuning.job.event', level: 'info', created_at: 1_700_000_000 }
    const first = { ...told, id: `${training.id}-e0`, type: 'message', message: 'Created' }
    const metrics = Array.from({ length: stepsOf(training) }, (_none, index) => {
      const step = index + 1
      const data = { step, train_loss: 2 / step, ...(step % 2 === 0 && { valid_loss: 2.2 / step }) }
      const message = `Step ${String(step)}`
      const id = `${training.id}-e${String(step)}`
      return { ...told, id, created_at: told.created_at + step, type: 'metrics', message, data }
    })
    return [first, ...metrics].toReversed()
  }

  function checkpointsOf(training: FakeTraining) {
    if (training.state !== 'succeeded') return []
    return [2, 4].map((step) => ({
      ...{ id: `${training.id}-c${String(step)}`, object: 'fine_tuning.job.checkpoint' },
      fine_tuned_model_checkpoint: `${tunedId(training)}:ckpt-step-${String(step)}`,
      step_number: step,
      metrics: { train_loss: 2 / step, full_valid_loss: 2.2 / step },
    }))
  }

  function create(seen: SeenRequest): { status: number; body: unknown } {
    const read = trainingRequest.safeParse(seen.body)
    if (!read.success) return refusal(read.error.issues[0]?.path.join('.') ?? null, 'Bad field')
    const { training_file: file, validation_file: other, model } = read.data
    const given = files.get(file)
    if (given?.purpose !== 'fine-tune') return refusal('training_file', 'No such file')
    if (other !== undefined && !files.has(other)) return refusal('validation_file', 'No such file')
    if (model !== base) return refusal('model', 'No such base')
    const lines = given.text.trim().split('\n').length
    if (lines < 8) return refusal('training_file', `It has ${String(lines)} examples`)
    for (const { body } of trainings.values()) {
      if (body.training_file === file) violations.push(`a second training of ${file}`)
    }
    const training = { id: newId('ftjob'), body: read.data, state: 'validating_files', looks: 0 }
    trainings.set(training.id, training)
    return { status: 200, body: describe(training) }
  }

  function listTrainings({ query }: SeenRequest) {
    const wanted = [...query].flatMap(([name, value]) => {
      const field = /^metadata\[(?<field>.+)\]$/.exec(name)?.groups?.['field']
      return field === undefined ? [] : [[field, value] as const]
    })
    const found = [...trainings.values()].filter(({ body }) =>
      wanted.every(([field, value]) => body.metadata?.[field] === value),
    )
    return { object: 'list', data: found.map(describe), has_more: false }
  }

  function listModels() {
    const tuned = [...trainings.values()].filter(({ state }) => state === 'succeeded').map(tunedId)
    const isLate = tuned.length > 0 && late > 0
    if (isLate) late -= 1
    const entry = (id: string) => ({ id, object: 'model', created: 1, owned_by: 'acme' })
    const bases = [{ ...entry(base), shutdown_date: baseEnds }]
    return { object: 'list', data: [...bases, ...(isLate ? [] : tuned.map(entry))] }
  }

  function perform(seen: SeenRequest): { status: number; body: unknown } | undefined {
    const found = (body: unknown) => ({ status: 200, body })
    const route = seen.path.replace(/^\/v1/, '')
    const [, id = '', part = ''] = /^\/fine_tuning\/jobs\/([^/]+)(?:\/(\w+))?$/.exec(route) ?? []
    const training = trainings.get(id)
    switch (`${seen.method} ${training ? `training ${part}` : route}`) {
      case 'GET /models':
        return found(listModels())
      case 'POST /files': {
        const form = parseForm(seen)
        const fileId = newId('file')
        const { name = '', text = '' } = form.get('file') ?? {}
        files.set(fileId, { name, text, purpose: form.get('purpose')?.text ?? '' })
        const about = { object: 'file', bytes: text.length, created_at: 1, filename: name }
        return found({ id: fileId, ...about, purpose: 'fine-tune', status: 'processed' })
      }
      case 'GET /files/file-results/content':
        return found(resultFile())
      case 'POST /fine_tuning/jobs':
        return create(seen)
      case 'GET /fine_tuning/jobs':
        return found(listTrainings(seen))
      default:
    }
    if (!training) return undefined
    switch (`${seen.method} ${part}`) {
      case 'GET ':
        advance(training)
        return found(describe(training))
      case 'GET events':
        return found(pageOf(eventsOf(training), seen))
      case 'GET checkpoints':
        return found(pageOf(checkpointsOf(training), seen))
      case 'POST pause':
        training.state = 'paused'
        return found(describe(training))
      case 'POST resume':
        training.state = 'running'
        return found(describe(training))
      case 'POST cancel':
        training.state = 'cancelled'
        return found(describe(training))
      default:
        return undefined
    }
  }

  function route(seen: SeenRequest, response: ServerResponse): void {
    const at = `${seen.method} ${seen.path.replace(/^\/v1/, '')}`
    const fault = faults.find(({ at: start, times }) => times > 0 && at.startsWith(start))
    if (fault) {
      fault.times -= 1
      if (fault.how === 'cutAfter') perform(seen)
      if (typeof fault.how === 'string') response.socket?.resetAndDestroy()
      else sendJson(response, fault.how.status, { error: fault.how.error ?? { message: 'No' } })
      return
    }
    const answer = perform(seen) ?? { status: 404, body: { error: { message: 'Not found' } } }
    if (typeof answer.body === 'string') response.end(answer.body)
    else sendJson(response, answer.status, answer.body)
  }

  const server = await startFakeServer(route)
  return {
    ...server,
    ...{ files, trainings, violations, baseUrl: `${server.origin}/v1` },
    fail: (fault) => void faults.push({ times: 1, ...fault }),
    hold: () => void (isHeld = true),
    release: () => void (isHeld = false),
    spoil: (error) => void (spoiled = error),
    listLate: (lists) => void (late = lists),
  }
}

function refusal(param: string | null, message: string) {
  const error = { message, type: 'invalid_request_error', param, code: null }
  return { status: 400, body: { error } }
}

/** The metrics as CSV in base64, as the service was seen to send them. */
function resultFile(): string {
  const lines = Array.from({ length: steps }, (_none, index) => {
    const step = index + 1
    return `${String(step)},${String(2 / step)},0.5,${step % 2 === 0 ? String(2.2 / step) : ''},0.4`
  })
  const head = 'step,train_loss,train_accuracy,valid_loss,valid_mean_token_accuracy'
  return Buffer.from([head, ...lines].join('\n')).toString('base64')
}

/** Returns a page of at most three, so that pages are read. */
function pageOf(all: readonly { id: string }[], { query }: SeenRequest) {
  const after = query.get('after')
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  return { object: 'list', data: all.slice(start, start + 3), has_more: start + 3 < all.length }
}
