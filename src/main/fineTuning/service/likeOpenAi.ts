import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { text } from '../../providers/answer/answerFields.ts'
import { metadataField, readTrainingAnswer } from './remoteTraining.ts'
import type { SetFile, TrainingRequest, TuningDialect } from './tuningDialect.ts'

/** The differences of a service whose requests have OpenAI's shape. */
interface Differences extends Pick<TuningDialect, 'name'>, Partial<Omit<TuningDialect, 'name'>> {
  /** The path of trainings. */
  path?: string
  uploadPath?: string
  /** Fields that an upload has besides OpenAI's. */
  uploadFields?: (file: SetFile) => Record<string, string>
  createBody?: (request: TrainingRequest) => Record<string, unknown>
}

export const uploadTimeoutMs = 60 * 60_000

/** Returns the dialect of a service that differs from OpenAI's only so. */
export function likeOpenAi({
  path = '/fine_tuning/jobs',
  uploadPath = '/files',
  uploadFields = () => ({}),
  createBody = createOpenAiBody,
  ...others
}: Differences): TuningDialect {
  const trainingPath = (id: string): string => `${path}/${encodeURIComponent(id)}`
  return {
    takesPreferences: true,
    async upload(file, send) {
      const body = new FormData()
      const fields = { purpose: 'fine-tune', ...uploadFields(file) }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set('file', file.content, file.name)
      const given = { method: 'POST', path: uploadPath, body, repeatable: false } as const
      return readUpload(await send(given, uploadTimeoutMs))
    },
    creation: (request) => ({ path, body: createBody(request) }),
    whereLost: () => ({ list: path }),
    trainingPath,
    action: (id, action) => ({ path: `${trainingPath(id)}/${action}` }),
    read: readTrainingAnswer,
    startsApart: false,
    hasEvents: true,
    hasCheckpoints: true,
    canPause: true,
    ...others,
  }
}

function createOpenAiBody({
  mark,
  modelId,
  method,
  trainingFile,
  validationFile,
  options,
}: TrainingRequest): Record<string, unknown> {
  const { epochs, batchSize, learningRate, beta, suffix, seed } = options
  const hyperparameters = {
    ...(epochs !== null && { n_epochs: epochs }),
    ...(batchSize !== null && { batch_size: batchSize }),
    ...(learningRate !== null && { learning_rate_multiplier: learningRate }),
    ...(method === 'dpo' && beta !== null && { beta }),
  }
  return {
    model: modelId,
    training_file: trainingFile,
    ...(validationFile !== null && { validation_file: validationFile }),
    ...(suffix !== '' && { suffix }),
    seed,
    metadata: { [metadataField]: mark },
    method: { type: method, [method]: { hyperparameters } },
  }
}

const uploadSchema = z.object({
  id: z.string().min(1).max(500),
  status: text,
  processing_status: text,
  status_details: text,
  validation_report: z.unknown().optional(),
})

function readUpload(json: unknown): string {
  const read = uploadSchema.safeParse(json)
  if (!read.success) throw new AppError('malformedAnswer', 'The upload has an unknown shape')
  const { id, status, processing_status: processing, status_details: details } = read.data
  const state = (processing ?? status ?? '').toLowerCase()
  if (state !== 'error' && !state.startsWith('invalid')) return id
  const report = read.data.validation_report
  throw unusableFile(details ?? (isObject(report) ? JSON.stringify(report) : state))
}

/** Returns the error for a file that the service has found unusable, with its reason. */
export function unusableFile(reason: string): AppError {
  return new AppError('unprocessable', 'The service can not use the file', {
    answer: reason.slice(0, 500),
    status: 422,
  })
}
