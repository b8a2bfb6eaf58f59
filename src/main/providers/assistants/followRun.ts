import { AppError } from '../../../shared/errors.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import { readAnswerStream } from '../answer/answerStream.ts'
import { usageOfCounts } from '../answer/usageOfCounts.ts'
import {
  asAnswered,
  fromErrorObject,
  requestIdOf,
  type ErrorContext,
} from '../errors/providerErrors.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import type { FinishReason, ReplyEvent } from '../reply.ts'
import { askPatiently, waitForReal, type PatienceOptions } from '../transport/patience.ts'
import { createMessageReader, type MadeFile, type MessageReader } from './messageReader.ts'
import { createRunReader } from './runReader.ts'
import { isActive, listCalls, type Run, type ThreadMessage } from './runObjects.ts'
import { withoutSpaces } from './threadEntries.ts'
import type { ThreadApi } from './threadApi.ts'

/** A run that streams, or one that was found and is looked at. */
export type Started = { response: Response; warnings: readonly Warning[] } | { run: Run }

export interface Following {
  api: ThreadApi
  start: () => Promise<Started>
  /** Called with each state of the run that the service tells. */
  onRun: (run: Run) => void
  /** The text of this answer from before its last calls. */
  said: string
  context: ErrorContext
  idleMilliseconds: number
  patience: PatienceOptions
  toFailure: (error: unknown) => Promise<AppError>
  signal: AbortSignal
}

const firstPollMs = 5000
/** Files whose names are asked for, and files that are fetched. */
const maxNamed = 50
const maxFetched = 20
const maxNameLength = 200

/**
 * Yields a run: its stream, or its messages once it has ended, if the stream breaks. Ends with
 * `finish` at calls, too. Errors: runCancelled, runExpired, and those of a run that has failed.
 */
export async function* followRun(
  threadId: string,
  following: Following,
): AsyncGenerator<ReplyEvent> {
  const { api, said, signal } = following
  const nameFile = createFileNames(following)
  const messages = createMessageReader(nextNumber(said))
  const started = await following.start()
  const streamed =
    'run' in started
      ? { ...started, isWhole: false }
      : yield* readStream(started, messages, nameFile, following)
  try {
    const run = await untilEnded(threadId, streamed.run, following)
    if (!streamed.isWhole) {
      const stored = await patiently(() => api.messagesOf(threadId, run.id), following)
      yield* withNames(withoutSaid(stored, said).flatMap(messages.takeWhole), nameFile)
    }
    yield* withNames(messages.rest(), nameFile)
    yield* fetchFiles(messages.files(), nameFile, following)
    yield* conclude(run, following)
  } catch (error) {
    throwIfAborted(signal)
    // The run exists: no other key and no repetition may start a second one.
    throw asAnswered(await following.toFailure(error), true)
  }
}

/** Yields the stream. Returns the run as it was last told of, and whether all of it came. */
async function* readStream(
  { response, warnings }: Extract<Started, { response: Response }>,
  messages: MessageReader,
  nameFile: NameFile,
  following: Following,
): AsyncGenerator<ReplyEvent, { run: Run; isWhole: boolean }> {
  const { context, idleMilliseconds, onRun, signal } = following
  const reader = createRunReader(messages, (error) =>
    fromErrorObject(error, response.headers, context),
  )
  const hasRequestId = requestIdOf(response.headers) !== null
  let last: Run | undefined
  let isBroken = false
  try {
    for await (const events of readAnswerStream(response, reader, {
      ...{ warnings, idleMilliseconds, signal },
    })) {
      const run = reader.run()
      if (run && run !== last) onRun(run)
      if (run && !last && !hasRequestId) yield { type: 'request', requestId: run.id }
      last = run
      yield* withNames(events, nameFile)
    }
  } catch (error) {
    throwIfAborted(signal)
    // A run that the service has named goes on without its stream.
    if (!last) throw error
    isBroken = true
  }
  if (!last) throw new AppError('malformedAnswer', 'The answer names no run')
  const isWhole = !isBroken && !isActive(last) && reader.endMark() && reader.isStream()
  return { run: last, isWhole }
}

async function untilEnded(threadId: string, first: Run, following: Following): Promise<Run> {
  const { api, onRun, patience, signal } = following
  let run = first
  for (let pollMs = firstPollMs; isActive(run);) {
    await (patience.wait ?? waitForReal)(pollMs, signal)
    const next = await patiently(() => api.findRun(threadId, run.id), following)
    run = next.run
    pollMs = next.pollMs
    onRun(run)
  }
  return run
}

function patiently<Value>(ask: () => Promise<Value>, following: Following): Promise<Value> {
  const { patience, toFailure, signal } = following
  const attempt = async (): Promise<Value> => {
    try {
      return await ask()
    } catch (error) {
      throwIfAborted(signal)
      throw await toFailure(error)
    }
  }
  return askPatiently(attempt, signal, patience)
}

async function* conclude(run: Run, { context }: Following): AsyncGenerator<ReplyEvent> {
  const { usage, expires_at: expiry } = run
  const expiring = typeof expiry === 'number' ? { expiresAt: expiry * 1000 } : {}
  for (const { id, function: called } of listCalls(run)) {
    yield { type: 'toolCall', id, name: called.name, arguments: called.arguments, ...expiring }
  }
  if (usage) {
    const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage
    const counts = { input, output, total, reasoning: null, cached: null, written: null }
    yield { type: 'usage', usage: usageOfCounts(counts) }
  }
  yield { type: 'finish', reason: readReason(run, context) }
}

/** Returns how a run that answered has finished. Errors: those of one that did not. */
function readReason(
  { status, last_error: failure, incomplete_details: details }: Run,
  context: ErrorContext,
): FinishReason {
  const { provider, address: subject } = context
  switch (status) {
    case 'completed':
      return 'stop'
    case 'requires_action':
      return 'toolCalls'
    case 'incomplete':
      return details?.reason === 'content_filter' ? 'contentFilter' : 'length'
    case 'expired':
      throw new AppError('runExpired', 'The run took too long', { provider, subject })
    case 'failed':
      throw fromErrorObject(failure ?? {}, new Headers(), context)
    default:
      throw new AppError('runCancelled', 'The service has cancelled the run', { provider, subject })
  }
}

/** Returns the name of a file; null if the service does not tell it. */
type NameFile = (fileId: string) => Promise<string | null>

/** Asks for each name once, and for so many of them. */
function createFileNames({ api, signal }: Following): NameFile {
  const names = new Map<string, string | null>()
  return async (fileId) => {
    const known = names.get(fileId)
    if (known !== undefined || names.size >= maxNamed) return known ?? null
    const name = await api.nameFile(fileId).catch(() => null)
    throwIfAborted(signal)
    names.set(fileId, name)
    return name
  }
}

/** Gives citations the names of their files. */
async function* withNames(
  events: readonly ReplyEvent[],
  nameFile: NameFile,
): AsyncGenerator<ReplyEvent> {
  for (const event of events) {
    if (event.type !== 'citation') yield event
    else {
      const { citation } = event
      const title = (await nameFile(citation.source)) ?? citation.title
      yield { type: 'citation', citation: { ...citation, title } }
    }
  }
}

/** Yields the files that the assistant has made, or a warning in the place of one. */
async function* fetchFiles(
  files: readonly MadeFile[],
  nameFile: NameFile,
  following: Following,
): AsyncGenerator<ReplyEvent> {
  if (files.length > maxFetched) yield { type: 'warning', warning: { code: 'filesLeftOut' } }
  for (const { fileId, name: given } of files.slice(0, maxFetched)) {
    const name = (given ?? (await nameFile(fileId)) ?? fileId).slice(0, maxNameLength)
    try {
      const read = await patiently(() => following.api.readFile(fileId), following)
      yield { type: 'image', ...read, name }
    } catch {
      throwIfAborted(following.signal)
      yield { type: 'warning', warning: { code: 'contentUnknown', subject: name } }
    }
  }
}

/**
 * Leaves out the first messages of a run, which stand in the answer from before its last calls. They
 * are found together, as the end of what was said: a short one may stand in an earlier one, too.
 */
function withoutSaid(messages: readonly ThreadMessage[], said: string): ThreadMessage[] {
  const shown = withoutMarkers(said)
  const texts = messages.map(({ content }) =>
    withoutMarkers(content.map((block) => block.text?.value ?? '').join('')),
  )
  const last = texts.findLastIndex(
    (text, index) => text !== '' && shown.endsWith(texts.slice(0, index + 1).join('')),
  )
  return messages.slice(last + 1)
}

/** Returns a text without spaces and sources, which are marked in another way once they are shown. */
function withoutMarkers(text: string): string {
  return withoutSpaces(text.replaceAll(/【[^】]*】|\[\d{1,3}\]/g, ''))
}

/** Returns the number after the greatest one that a text cites. */
function nextNumber(text: string): number {
  const numbers = [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number))
  return Math.max(0, ...numbers) + 1
}
