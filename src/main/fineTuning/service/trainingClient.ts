import { openAsBlob } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import type { Checkpoint } from '../../../shared/fineTuning/fineTuning.ts'
import { isObject } from '../../../shared/json.ts'
import { unlessGone } from '../../providers/errors/unlessGone.ts'
import type { Provider } from '../../providers/provider.ts'
import { withTimeout } from '../../timeLimit.ts'
import {
  metadataField,
  readCheckpoints,
  readEvents,
  readListAnswer,
  type RemoteTraining,
} from './remoteTraining.ts'
import type {
  LostTraining,
  Send,
  SetFile,
  TrainingAction,
  TrainingRequest,
  TuningDialect,
} from './tuningDialect.ts'

/** The requests of a training, in one account. Errors: also those of every request. */
export interface TrainingClient {
  /** Uploads the file of examples at a path, and returns its id. Errors: those of the dialect. */
  upload: (path: string, file: Omit<SetFile, 'content'>, signal: AbortSignal) => Promise<string>
  /** Returns whether a training can be created with an uploaded file. Errors: unprocessable. */
  isChecked: (fileId: string, signal: AbortSignal) => Promise<boolean>
  /** Creates a training: the request that is paid for. Errors: trainingRefused, trainingNotOffered. */
  create: (request: TrainingRequest, signal: AbortSignal) => Promise<RemoteTraining>
  /** Finds a training by its mark or its file; undefined if the service has none. */
  find: (lost: LostTraining, signal: AbortSignal) => Promise<RemoteTraining | undefined>
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

const requestTimeoutMs = 60_000
const pageLength = 100
const maxListPages = 5
const maxEventPages = 10

export function createTrainingClient(provider: Provider, dialect: TuningDialect): TrainingClient {
  const { trainingPath, read } = dialect

  async function call(
    given: Parameters<NonNullable<Provider['call']>>[0],
    signal: AbortSignal,
    timeoutMs = requestTimeoutMs,
  ): Promise<unknown> {
    const send = provider.call
    if (!send) throw new AppError('trainingNotOffered', 'The adapter has no such request')
    return withTimeout(timeoutMs, signal, (limit) => send(given, limit))
  }

  const sender =
    (signal: AbortSignal): Send =>
    (given, timeoutMs) =>
      call(given, signal, timeoutMs)

  const get = (address: string, query: Record<string, string>, signal: AbortSignal) =>
    call({ method: 'GET', path: address, query, repeatable: true }, signal)

  async function findInList(
    path: string,
    { mark, trainingFile }: LostTraining,
    signal: AbortSignal,
  ): Promise<RemoteTraining | undefined> {
    let after: string | undefined
    for (let page = 0; page < maxListPages; page += 1) {
      const query = {
        limit: String(pageLength),
        [`metadata[${metadataField}]`]: mark,
        ...(after !== undefined && { after }),
      }
      const { entries, hasMore } = readListAnswer(await get(path, query, signal))
      const found = entries.flatMap(readIfTraining)
      const own = found.find((one) => one.mark === mark || one.trainingFiles.includes(trainingFile))
      const last = found.at(-1)?.id
      if (own || !hasMore || last === undefined || last === after) return own
      after = last
    }
    return undefined
  }

  function readIfTraining(entry: unknown): RemoteTraining[] {
    try {
      return [read(entry)]
    } catch {
      return []
    }
  }

  return {
    async upload(path, file, signal) {
      const content = await openAsBlob(path, { type: 'application/jsonl' })
      return dialect.upload({ ...file, content }, sender(signal))
    },
    isChecked: async (fileId, signal) =>
      (await dialect.isChecked?.(fileId, sender(signal))) ?? true,
    async create(request, signal) {
      const target = dialect.creation(request)
      try {
        return read(await call({ method: 'POST', ...target, repeatable: false }, signal))
      } catch (error) {
        throw asRefusal(error)
      }
    },
    async find(lost, signal) {
      const where = dialect.whereLost(lost)
      if ('list' in where) return findInList(where.list, lost, signal)
      const answer = await unlessGone(get(where.training, {}, signal))
      return answer === undefined ? undefined : read(answer)
    },
    look: async (id, signal) => read(await get(trainingPath(id), {}, signal)),
    async newEvents(id, known, signal) {
      const all: unknown[] = []
      let after: string | undefined
      for (let page = 0; page < maxEventPages; page += 1) {
        const query = { limit: String(pageLength), ...(after !== undefined && { after }) }
        const { entries, hasMore } = readListAnswer(
          await get(`${trainingPath(id)}/events`, query, signal),
        )
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
      const answer = await get(`${trainingPath(id)}/checkpoints`, query, signal)
      return readCheckpoints(readListAnswer(answer).entries)
    },
    async act(id, action, signal) {
      await call({ method: 'POST', ...dialect.action(id, action), repeatable: false }, signal)
    },
    async readFile(id, signal) {
      const address = `/files/${encodeURIComponent(id)}/content`
      const given = { method: 'GET', path: address, repeatable: true, answer: 'text' } as const
      return String(await call(given, signal))
    },
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
