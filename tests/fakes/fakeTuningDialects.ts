import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { parseForm } from './parseForm.ts'

interface FakeTraining {
  id: string
  body: Record<string, unknown>
  state: string
  /** The states that follow, one for each look. */
  rest: string[]
}

/** A service that trains models in a way of its own. */
interface TuningService {
  path: string
  uploadPath: string
  /** The fields of the form that uploads a file. */
  uploadFields: readonly string[]
  /** The fields that create a training. Others are refused. */
  request: z.ZodType<Record<string, unknown>>
  /** The states of a training from its creation on. */
  states: readonly string[]
  /** The state in which a training waits until it is started. */
  waitsIn?: string
  /** The fields of a training besides its id and its state. */
  describe: (training: FakeTraining, isDone: boolean) => object
  /** The answer to a request for its events; missing if they have no address. */
  events?: object
}

export interface FakeTuningService extends FakeServer {
  baseUrl: string
  /** `METHOD /path` of each request, with `*` for the id of a training; repetitions left out. */
  seen: () => string[]
  /** The bodies of the requests that created a training. */
  created: () => unknown[]
  /** Cuts the connection after the work of the next request that begins so. */
  loseAnswer: (start: string) => void
  /** Keeps trainings in their state. */
  hold: () => void
  /** Answers the next uploads with this file. */
  answerUploads: (file: object) => void
}

const fileId = z.string().startsWith('file-')
const checkpoints = [1, 2].map((step) => ({
  metrics: { train_loss: 2 / step, valid_loss: 2.2 / step, valid_mean_token_accuracy: 0.5 },
  step_number: step,
  created_at: 1_700_000_000 + step,
}))

/** Mistral's fine-tuning, by its published description. */
export const mistralTuning: TuningService = {
  path: '/fine_tuning/jobs',
  uploadPath: '/files',
  uploadFields: ['file', 'purpose'],
  request: z.strictObject({
    model: z.string(),
    training_files: z.array(z.strictObject({ file_id: fileId, weight: z.number() })),
    validation_files: z.array(fileId).optional(),
    suffix: z.string().max(18).optional(),
    auto_start: z.boolean(),
    hyperparameters: z.strictObject({
      epochs: z.number().optional(),
      learning_rate: z.number().optional(),
    }),
  }),
  states: ['QUEUED', 'VALIDATING', 'VALIDATED', 'RUNNING', 'SUCCESS'],
  waitsIn: 'VALIDATED',
  describe: ({ body, state }, isDone) => ({
    ...{ object: 'job', job_type: 'completion', created_at: 1_700_000_000, auto_start: false },
    model: body['model'],
    training_files: (body['training_files'] as { file_id: string }[]).map((file) => file.file_id),
    fine_tuned_model: isDone ? 'ft:open-mistral-7b:acme:x1' : null,
    trained_tokens: isDone ? 24_000 : null,
    metadata: { cost: 1, cost_currency: 'USD' },
    events: [{ name: 'status-updated', data: { status: state }, created_at: 1_700_000_000 }],
    checkpoints: isDone ? checkpoints : [],
  }),
}

/** Together's fine-tuning, by its published description. */
export const togetherTuning: TuningService = {
  path: '/fine-tunes',
  uploadPath: '/files/upload',
  uploadFields: ['file', 'file_name', 'purpose'],
  request: z.strictObject({
    model: z.string(),
    training_file: fileId,
    validation_file: fileId.optional(),
    n_evals: z.number().optional(),
    suffix: z.string().optional(),
    n_epochs: z.number().max(20).optional(),
    batch_size: z.number().optional(),
    learning_rate: z.number().optional(),
    random_seed: z.number().optional(),
    training_method: z.union([
      z.strictObject({ method: z.literal('sft') }),
      z.strictObject({ method: z.literal('dpo'), dpo_beta: z.number().optional() }),
    ]),
    training_type: z.strictObject({ type: z.literal('Lora') }),
  }),
  states: ['pending', 'queued', 'running', 'compressing', 'uploading', 'completed'],
  describe: ({ body }, isDone) => ({
    ...{ object: 'fine-tune', created_at: '2026-01-01T00:00:00Z' },
    ...{ model: body['model'], training_file: body['training_file'] },
    model_output_name: 'acme/parley-x1',
    token_count: isDone ? 24_000 : 0,
    total_price: isDone ? 480_000_000 : 0,
  }),
  events: {
    data: [
      { object: 'fine-tune-event', created_at: '2026-01-01T00:00:00Z', level: 'info' },
      { object: 'fine-tune-event', created_at: '2026-01-01T00:01:00Z', level: 'legacy_iwarning' },
    ].map((event, index) => ({ ...event, message: `Event ${String(index)}`, type: 'job_start' })),
  },
}

/** Starts a service that is described by its differences. It refuses fields that it does not know. */
export async function startFakeTuning(service: TuningService): Promise<FakeTuningService> {
  const trainings: FakeTraining[] = []
  const { path, uploadPath, request, states, waitsIn } = service
  let lastFile = 0
  let lost: string | undefined
  let isHeld = false
  let uploadAnswer: object = {}

  const at = ({ method, path: seen }: SeenRequest): string =>
    `${method} ${seen.replace(/^\/v1/, '').replace(/job-\d+/, '*')}`
  const found = (body: unknown) => ({ status: 200, body })

  function describe(training: FakeTraining) {
    const isDone = training.state === states.at(-1)
    return { id: training.id, status: training.state, ...service.describe(training, isDone) }
  }

  function advance(training: FakeTraining): void {
    if (!isHeld && training.state !== waitsIn)
      training.state = training.rest.shift() ?? training.state
  }

  function upload(seen: SeenRequest) {
    const fields = [...parseForm(seen).keys()].toSorted()
    if (fields.join() !== service.uploadFields.join()) return { status: 422, body: { fields } }
    return found({ id: `file-${String((lastFile += 1))}`, ...uploadAnswer })
  }

  function create({ body }: SeenRequest) {
    const read = request.safeParse(body)
    if (!read.success) return { status: 422, body: { detail: read.error.issues } }
    const [state = '', ...rest] = states
    const id = `job-${String(trainings.length + 1)}`
    const training: FakeTraining = { id, body: read.data, state, rest }
    trainings.push(training)
    return found(describe(training))
  }

  function ofTraining(seen: SeenRequest, training: FakeTraining) {
    switch (at(seen).replace(path, '')) {
      case 'GET /*':
        advance(training)
        return found(describe(training))
      case 'GET /*/events':
        return service.events && found(service.events)
      case 'POST /*/cancel':
        training.rest = []
        training.state = 'cancelled'
        return found(describe(training))
      case 'POST /*/start':
        if (training.state !== waitsIn) return { status: 400, body: { detail: 'Not validated' } }
        training.state = training.rest.shift() ?? ''
        return found(describe(training))
      default:
        return undefined
    }
  }

  function perform(seen: SeenRequest): { status: number; body: unknown } | undefined {
    const training = trainings.find(({ id }) => seen.path.split('/').includes(id))
    if (training) return ofTraining(seen, training)
    if (at(seen) === `POST ${uploadPath}`) return upload(seen)
    if (at(seen) === `POST ${path}`) return create(seen)
    if (at(seen) === `GET ${path}`) return found({ object: 'list', data: trainings.map(describe) })
    return undefined
  }

  function route(seen: SeenRequest, response: ServerResponse): void {
    const answer = perform(seen) ?? { status: 404, body: { detail: 'Not found' } }
    if (lost !== undefined && at(seen).startsWith(lost)) {
      lost = undefined
      response.socket?.resetAndDestroy()
    } else sendJson(response, answer.status, answer.body)
  }

  const server = await startFakeServer(route)
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    seen: () => [...new Set(server.requests.map(at))],
    created: () => trainings.map(({ body }) => body),
    loseAnswer: (start) => void (lost = start),
    hold: () => void (isHeld = true),
    answerUploads: (file) => void (uploadAnswer = file),
  }
}
