import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Checkpoint } from '../../../shared/fineTuning/fineTuning.ts'
import { isObject } from '../../../shared/json.ts'
import { text } from '../../providers/answer/answerFields.ts'
import type { Provider } from '../../providers/provider.ts'
import { withTimeout } from '../../timeLimit.ts'
import { metadataField, type TrainingRequest, type TuningDialect } from './dialects.ts'
import {
  readCheckpoints,
  readEvents,
  readListAnswer,
  readTrainingAnswer,
  type RemoteTraining,
} from './remoteTraining.ts'

export type TrainingAction = 'pause' | 'resume' | 'cancel' | 'start'

/** The requests of a training, in one account. Errors: also those of every request. */
export interface TrainingClient {
  /** Uploads a file of examples. Errors: unprocessable if the service finds it unusable. */
  upload: (path: string, name: string, signal: AbortSignal) => Promise<{ id: string }>
  /** Creates a training: the request that is paid for. Errors: trainingRefused, trainingNotOffered. */
  create: (request: TrainingRequest, signal: AbortSignal) => Promise<RemoteTraining>
  /** Finds a training by its mark or its file; undefined if the service lists none. */
  find: (
    wanted: { mark: string; trainingFile: string },
    signal: AbortSignal,
  ) => Promise<RemoteTraining | undefined>
  look: (id: string, signal: AbortSignal) => Promise<RemoteTraining>
  /** Returns the events that are newer than a known one, as far back as the pages that are read. */
  newEvents: (
    id: string,
    knownEvent: string | undefined,
    signal: AbortSignal,
  ) => Promise<ReturnType<typeof readEvents> & { newest: string | undefined }>
  checkpoints: (id: string, signal: AbortSignal) => Promise<Checkpoint[]>
  act: (id: string, action: TrainingAction, signal: AbortSignal) => Promise<void>
  readFile: (id: string, signal: AbortSignal) => Promise<string>
}

const requestMs = 60_000
const uploadMs = 60 * 60_000
const pageLength = 100
const maxListPages = 5
const maxEventPages = 10

export function createTrainingClient(provider: Provider, dialect: TuningDialect): TrainingClient {
  const { path } = dialect
  const at = (id: string, more = ''): string => `${path}/${encodeURIComponent(id)}${more}`

  async function call(
    given: Parameters<NonNullable<Provider['call']>>[0],
    signal: AbortSignal,
    milliseconds = requestMs,
  ): Promise<unknown> {
    const send = provider.call
    if (!send) throw new AppError('trainingNotOffered', 'The adapter has no such request')
    return withTimeout(milliseconds, signal, (limit) => send(given, limit))
  }

  const get = (address: string, query: Record<string, string>, signal: AbortSignal) =>
    call({ method: 'GET', path: address, query, repeatable: true }, signal)

  return {
    async upload(file, name, signal) {
      const body = new FormData()
      body.set('purpose', 'fine-tune')
      if (dialect.name === 'together') body.set('file_name', name)
      body.set('file', await openAsBlob(file, { type: 'application/jsonl' }), name)
      const given = { method: 'POST', path: dialect.uploadPath, body, repeatable: false } as const
      return readUpload(await call(given, signal, uploadMs))
    },
    async create(request, signal) {
      const body = dialect.createBody(request)
      try {
        return readTrainingAnswer(
          await call({ method: 'POST', path, body, repeatable: false }, signal),
        )
      } catch (error) {
        throw asRefusal(error)
      }
    },
    async find({ mark, trainingFile }, signal) {
      let after: string | undefined
      for (let page = 0; page < maxListPages; page += 1) {
        const query = {
          limit: String(pageLength),
          [`metadata[${metadataField}]`]: mark,
          ...(after !== undefined && { after }),
        }
        const { entries, hasMore } = readListAnswer(await get(path, query, signal))
        const found = entries.flatMap(readIfTraining)
        const own = found.find(
          (one) => one.mark === mark || one.trainingFiles.includes(trainingFile),
        )
        const last = found.at(-1)?.id
        if (own || !hasMore || last === undefined || last === after) return own
        after = last
      }
      return undefined
    },
    look: async (id, signal) => readTrainingAnswer(await get(at(id), {}, signal)),
    async newEvents(id, known, signal) {
      const all: unknown[] = []
      let after: string | undefined
      for (let page = 0; page < maxEventPages; page += 1) {
        const query = { limit: String(pageLength), ...(after !== undefined && { after }) }
        const { entries, hasMore } = readListAnswer(await get(at(id, '/events'), query, signal))
        const seen = known === undefined ? -1 : entries.findIndex((event) => idOf(event) === known)
        all.push(...(seen < 0 ? entries : entries.slice(0, seen)))
        const last = idOf(entries.at(-1))
        if (seen >= 0 || !hasMore || last === undefined || last === after) break
        after = last
      }
      return { ...readEvents(all), newest: idOf(all[0]) ?? known }
    },
    async checkpoints(id, signal) {
      const query = { limit: String(pageLength) }
      const answer = await get(at(id, '/checkpoints'), query, signal)
      return readCheckpoints(readListAnswer(answer).entries)
    },
    act: async (id, action, signal) =>
      void (await call({ method: 'POST', path: at(id, `/${action}`), repeatable: false }, signal)),
    async readFile(id, signal) {
      const address = `/files/${encodeURIComponent(id)}/content`
      const given = { method: 'GET', path: address, repeatable: true, answer: 'text' } as const
      return String(await call(given, signal))
    },
  }
}

const uploadSchema = z.object({
  id: z.string().min(1).max(500),
  status: text,
  processing_status: text,
  status_details: text,
  validation_report: z.unknown().optional(),
})

function readUpload(json: unknown): { id: string } {
  const read = uploadSchema.safeParse(json)
  if (!read.success) throw new AppError('malformedAnswer', 'The upload has an unknown shape')
  const { id, status, processing_status: processing, status_details: details } = read.data
  const state = (processing ?? status ?? '').toLowerCase()
  if (state !== 'error' && !state.startsWith('invalid')) return { id }
  const report = read.data.validation_report
  const answer = details ?? (isObject(report) ? JSON.stringify(report) : state)
  throw new AppError('unprocessable', 'The service can not use the file', {
    answer: answer.slice(0, 500),
    status: 422,
  })
}

function readIfTraining(entry: unknown): RemoteTraining[] {
  try {
    return [readTrainingAnswer(entry)]
  } catch {
    return []
  }
}

function idOf(event: unknown): string | undefined {
  const id = isObject(event) ? event['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** A sentence that says that the account may not train, with whatever status. */
const refusalSentence =
  /fine.?tun\w*.{0,80}\b(?:not (?:available|allowed|permitted|enabled|supported)|no longer|deprecated|disabled)|new (?:customers|organi[sz]ations)/i

/** Turns the refusal of a whole account, or of a service without fine-tuning, into its own error. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, details } = error
  const { status = 0, answer = '' } = details
  const refused = status === 403 || (status >= 400 && status < 500 && refusalSentence.test(answer))
  if (refused) return new AppError('trainingRefused', message, details, error)
  const isMissing = status === 405 || status === 501 || (status === 404 && code === 'notFound')
  if (isMissing) return new AppError('trainingNotOffered', message, details, error)
  if (details.field === undefined || answer === '') return error
  return new AppError(
    code,
    message,
    { ...details, answer: withField(answer, details.field) },
    error,
  )
}

/** Puts the field that a service complains about before its sentence, which may not name it. */
export function withField(sentence: string, field: string | undefined): string {
  return field === undefined || sentence.includes(field) ? sentence : `${field}: ${sentence}`
}
