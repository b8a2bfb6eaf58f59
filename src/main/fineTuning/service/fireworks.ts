import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { text } from '../../providers/answer/answerFields.ts'
import { unusableFile, uploadTimeoutMs } from './likeOpenAi.ts'
import { readTrainingAnswer, type RemoteTraining } from './remoteTraining.ts'
import type { Send, SetFile, TuningDialect } from './tuningDialect.ts'

/** Accounts have their API beside the one for inference, `/inference/v1`, which is the base URL. */
const root = '/../../v1'
/** The most that one request uploads, by Fireworks' description. */
const maxUploadBytes = 150_000_000
/** The longest name for people to read. */
const maxDisplayName = 63

/**
 * Fireworks' supervised fine-tuning of adapters. Sets are data sets, and ids are whole names, such as
 * `accounts/acme/datasets/parley-1`, so that a training stays in the account in which it began.
 */
export const fireworks: TuningDialect = {
  name: 'fireworks',
  takesPreferences: false,
  upload,
  async isChecked(name, send) {
    const answer = await send({ method: 'GET', path: pathOf(name), repeatable: true })
    const { state, status } = parse(datasetSchema, answer)
    if (state === 'READY') return true
    if (isFailure(status)) throw unusableFile(status?.message ?? status?.code ?? '')
    return false
  },
  creation({ mark, modelId, trainingFile, validationFile, options }) {
    const { epochs, batchSize, learningRate, suffix } = options
    const account = accountOf(trainingFile)
    return {
      path: `${pathOf(account)}/supervisedFineTuningJobs`,
      query: { supervisedFineTuningJobId: trainingId(mark) },
      body: {
        dataset: trainingFile,
        ...(validationFile !== null && { evaluationDataset: validationFile }),
        // Otherwise Fireworks may keep examples back to measure with.
        evalAutoCarveout: false,
        baseModel: modelId,
        ...(suffix !== '' && { outputModel: `${account}/models/${suffix}-${shortMark(mark)}` }),
        ...(epochs !== null && { epochs }),
        ...(batchSize !== null && { batchSizeSamples: batchSize }),
        ...(learningRate !== null && { learningRate }),
      },
    }
  },
  whereLost: ({ mark, trainingFile }) => ({
    training: pathOf(`${accountOf(trainingFile)}/supervisedFineTuningJobs/${trainingId(mark)}`),
  }),
  trainingPath: pathOf,
  action: (name, action) => ({ path: `${pathOf(name)}:${action}`, body: {} }),
  read: readJob,
  startsApart: false,
  // The metrics are at a signed address of another host.
  hasEvents: false,
  hasCheckpoints: false,
  canPause: false,
}

async function upload({ name, content, examples }: SetFile, send: Send): Promise<string> {
  if (content.size > maxUploadBytes) {
    throw new AppError('fireworksFileTooLarge', 'Fireworks takes 150 MB in one request')
  }
  const account = await findAccount(send)
  const datasetId = `parley-${randomUUID()}`
  const displayName = name.slice(0, maxDisplayName).toWellFormed()
  const dataset = { displayName, exampleCount: String(examples), userUploaded: {} }
  const path = `${pathOf(account)}/datasets`
  await send({ method: 'POST', path, body: { datasetId, dataset }, repeatable: false })
  const body = new FormData()
  body.set('file', content, name)
  const target = { path: `${path}/${datasetId}:upload`, body }
  await send({ method: 'POST', ...target, repeatable: false }, uploadTimeoutMs)
  return `${account}/datasets/${datasetId}`
}

/** A name such as `accounts/acme/datasets/parley-1`, which may stand in a path. */
const nameSchema = z.string().regex(/^accounts\/[\w-]{1,100}(?:\/[A-Za-z]{1,50}\/[\w.-]{1,100})?$/)
const accountsSchema = z.object({
  accounts: z.array(z.object({ name: nameSchema })),
  nextPageToken: text,
})
const statusSchema = z.object({ code: text, message: text }).nullish().catch(null)
const datasetSchema = z.object({ state: text, status: statusSchema })
const jobSchema = z.object({
  name: nameSchema,
  state: z.string().max(100),
  status: statusSchema,
  outputModel: text,
  dataset: text,
})

/**
 * Returns the account of the key: `accounts/acme`. With several, nobody could say which of them
 * pays. Errors: trainingAccountUnclear, malformedAnswer.
 */
async function findAccount(send: Send): Promise<string> {
  const answer = await send({ method: 'GET', path: `${root}/accounts`, repeatable: true })
  const { accounts, nextPageToken } = parse(accountsSchema, answer)
  const [first] = accounts
  if (!first) throw new AppError('malformedAnswer', 'Fireworks lists no account for the key')
  if (accounts.length === 1 && !nextPageToken) return first.name
  throw new AppError('trainingAccountUnclear', 'The key has several accounts', {
    subject: accounts.map(({ name }) => name.replace('accounts/', '')).join(', '),
  })
}

/** Reads a job as a training of OpenAI's shape. Errors: malformedAnswer. */
function readJob(answer: unknown): RemoteTraining {
  const { name, state, status, outputModel, dataset } = parse(jobSchema, answer)
  return readTrainingAnswer({
    id: name,
    status: state.replace(/^JOB_STATE_/, ''),
    fine_tuned_model: modelName(outputModel || lastPart(name), name),
    error: isFailure(status) ? { message: status?.message ?? status?.code } : null,
    training_file: dataset,
  })
}

/** Returns a model's whole name. Fireworks may answer with its last part alone, which is the job's by default. */
function modelName(model: string, job: string): string {
  return model.includes('/') ? model : `${accountOf(job)}/models/${model}`
}

function isFailure(status: z.infer<typeof statusSchema>): boolean {
  return Boolean(status?.code) && status?.code !== 'OK'
}

/** Returns `accounts/acme` for the name of anything in that account. */
function accountOf(name: string): string {
  return name.split('/', 2).join('/')
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function pathOf(name: string): string {
  return `${root}/${parse(nameSchema, name)}`
}

/** Ids have a to z, digits and hyphens, up to 63. */
function trainingId(mark: string): string {
  return `parley-${mark.replaceAll('.', '-')}`
}

/** Returns the beginning and the end of a mark: two models of one suffix get different names. */
function shortMark(mark: string): string {
  return `${mark.slice(0, 8)}${mark.slice(mark.lastIndexOf('.')).replace('.', '-')}`
}

function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw new AppError('malformedAnswer', 'The answer of Fireworks has an unknown shape')
}
