import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { asBreak } from '../../providers/errors/providerErrors.ts'
import { readBytes } from '../../providers/transport/byteStream.ts'
import { readEventBatches } from '../../providers/transport/eventStream.ts'
import { createShowLatest } from '../createShowLatest.ts'
import { emptyAnswer } from '../emptyAnswer.ts'
import {
  NoResult,
  type ProducedFile,
  type SubmitContext,
  type Submitted,
} from '../mediaProvider.ts'
import { parsePythonJson } from '../parsePythonJson.ts'
import { answering, refusing } from '../refusing.ts'
import { readAnswer } from '../requestOnce.ts'
import { bytesOfDataUrl } from '../results/storeFile.ts'
import type { FalApi } from './falApi.ts'
import type { FalPost } from './falClient.ts'
import { readFalFailure, type FalFailure } from './falErrors.ts'
import { addressesOf, billedPrice, failedPost, type FalJobsOptions } from './falJobs.ts'
import { findFalFiles } from './falOutputs.ts'
import { linesOf } from './falStatus.ts'
import { isEventStream } from './readStatusStream.ts'
import { showableType } from './showableType.ts'

/** The longest silence between two messages. Comments, which keep a connection open, are none. */
const silenceMilliseconds = 15_000
/** Largest message: a picture in base64. */
const maxMessageBytes = 64 * 1024 * 1024

interface FalStreamOptions extends Pick<FalJobsOptions, 'priceOf'> {
  provider: string
  /** Returns the bytes at an address of a result. */
  fetchFile: (address: string, signal: AbortSignal) => Promise<Uint8Array>
  show: Pick<SubmitContext, 'report' | 'preview' | 'log'>
  signal: AbortSignal
}

/**
 * Sends a request that costs money, once, and shows what its answer tells while the result is made.
 * The last message with files is the result. Errors: NotAccepted if the request has not left or fal
 * has refused it; NoResult if the stream says why there is none; timeout with status 408 after a
 * silence, streamBroken with status 400 after an end without a message, and those of a connection,
 * after which nobody knows what became of it.
 */
export async function postFalStream(
  api: FalApi,
  { endpoint, input, keptSeconds }: FalPost,
  options: FalStreamOptions,
): Promise<Submitted> {
  const { provider, priceOf, signal } = options
  const account = await api.keyMark()
  const address = `${api.addresses.direct}/${endpoint}`
  const kept = JSON.stringify({ expiration_duration_seconds: keptSeconds })
  const headers = { accept: 'text/event-stream', 'x-fal-object-lifecycle-preference': kept }
  const response = await refusing(() =>
    api.stream(address, { method: 'POST', body: input, headers, signal, model: endpoint }),
  )
  if (!response.ok) {
    const answer = await readAnswer(response, maxMessageBytes, address)
    throw failedPost(api, answer, { address, endpoint })
  }
  const requestId = response.headers.get('x-fal-request-id')
  return answering(async () => {
    const { files, last, failure } = await readMessages(response, address, options).catch(
      (error: unknown) => {
        const { code, message, details } = asBreak(error)
        const status = code === 'timeout' ? { status: 408 } : {}
        const request = requestId === null ? {} : { requestId }
        throw new AppError(code, message, { ...details, provider, ...status, ...request })
      },
    )
    const price = await billedPrice(priceOf, { endpoint }, response)
    if (failure) throw new NoResult(failure.error, failure.fieldErrors, price)
    if (files.length === 0) {
      const of = { provider, model: endpoint, redact: api.redact }
      throw new NoResult(emptyAnswer(last, of), [], price)
    }
    const result = { files, price }
    if (requestId === null) return { result }
    const addresses = addressesOf(api, endpoint, requestId)
    return { result, handle: { id: requestId, addresses, account } }
  })
}

interface Told {
  /** The files of the last message that had any. */
  files: readonly ProducedFile[]
  last: unknown
  failure?: FalFailure
}

/** Reads a stream to its end, or to the message that says why there is no result. */
async function readMessages(
  response: Response,
  address: string,
  { provider, fetchFile, show, signal }: FalStreamOptions,
): Promise<Told> {
  const told: Told = { files: [], last: undefined }
  const pictures = createPictures(show, (url) => fetchFile(url, signal))
  try {
    for await (const message of messagesOf(response, address, signal)) {
      told.last = message
      const failure = readFalFailure(message, { provider })
      if (failure) return { ...told, failure }
      const files = findFalFiles(message)
      if (files.length > 0) told.files = files
      pictures.put(files)
      showWords(message, show)
    }
  } finally {
    pictures.stop()
  }
  if (told.last !== undefined) return told
  throw new AppError('streamBroken', 'The stream ended without a message', { status: 400 })
}

/** Yields the messages of a stream; the answer itself if it is no stream. */
async function* messagesOf(
  response: Response,
  address: string,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  if (!isEventStream(response)) {
    const { json } = await readAnswer(response, maxMessageBytes, address)
    if (json !== undefined) yield json
    return
  }
  let heardAt = performance.now()
  const idleMilliseconds = (): number =>
    Math.max(0, heardAt + silenceMilliseconds - performance.now())
  const bytes = readBytes(response.body, { signal, idleMilliseconds })
  for await (const batch of readEventBatches(bytes, maxMessageBytes)) {
    heardAt = performance.now()
    for (const { data, complete } of batch) {
      const message = parsePythonJson(data)
      if (message !== undefined) yield message
      else if (!complete) throw new AppError('streamBroken', 'The stream ended within a message')
    }
  }
}

/** Creates what shows the first picture of the newest message, one at a time. */
function createPictures(
  { preview }: FalStreamOptions['show'],
  fetchFile: (url: string) => Promise<Uint8Array>,
) {
  let isOver = false
  let shown: Promise<void> | undefined

  async function show(url: string): Promise<void> {
    const bytes = url.startsWith('data:') ? bytesOfDataUrl(url) : await fetchFile(url)
    const mediaType = showableType(bytes)
    if (mediaType !== undefined && !isOver) preview({ ordinal: 0, mediaType, bytes })
  }
  const latest = createShowLatest<string>(
    (url) => {
      shown = show(url)
    },
    () => shown ?? Promise.resolve(),
  )
  return {
    put([file]: readonly ProducedFile[]) {
      if (file && 'url' in file && file.flagged !== true) latest.put(file.url)
    },
    stop() {
      isOver = true
      latest.stop()
    },
  }
}

function showWords(message: unknown, { report, log }: FalStreamOptions['show']): void {
  if (!isObject(message)) return
  const { progress, message: words, output } = message
  if (typeof progress === 'number') report(progress)
  const text = [words, output].find((each) => typeof each === 'string' && each !== '')
  if (typeof text !== 'string') return
  log(linesOf({ logs: text.split('\n').map((line) => ({ message: line })) }))
}
