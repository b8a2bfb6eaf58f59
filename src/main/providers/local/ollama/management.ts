import { AppError } from '../../../../shared/errors.ts'
import type { PullProgress } from '../../../../shared/providers.ts'
import { readBytes } from '../../transport/byteStream.ts'
import type { ModelManagement } from '../../provider.ts'
import { fromConnection } from '../../errors/providerErrors.ts'
import { readJsonLines } from '../jsonLines.ts'
import type { NativeApi } from '../nativeApi.ts'
import { createPullProgress } from './pullProgress.ts'
import { changeMilliseconds } from '../../transport/answerLimits.ts'

/** The longest pause between two lines is the checksum of a whole file on a slow disk. */
const silenceMilliseconds = 300_000

export function createManagement(api: NativeApi): ModelManagement {
  async function change(
    path: string,
    request: { method: 'POST' | 'DELETE'; body: { model: string; keep_alive?: number } },
    signal: AbortSignal,
  ): Promise<void> {
    const { model } = request.body
    const options = { ...request, model, signal, timeoutMilliseconds: changeMilliseconds }
    try {
      const response = await api.send(path, options)
      await response.body?.cancel()
    } catch (error) {
      throw asMissing(error)
    }
  }

  async function* pull(model: string, signal: AbortSignal): AsyncGenerator<PullProgress> {
    try {
      yield* readPull(api, model, signal)
    } catch (error) {
      if (error instanceof AppError) throw asMissing(error)
      if (signal.aborted) throw new AppError('aborted', 'Fetching the model was stopped')
      throw fromConnection(error, api.context(model))
    }
  }

  return {
    pull,
    remove: (model, signal) => change('/api/delete', { method: 'DELETE', body: { model } }, signal),
    unload: (model, signal) =>
      change('/api/generate', { method: 'POST', body: { model, keep_alive: 0 } }, signal),
  }
}

async function* readPull(
  api: NativeApi,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<PullProgress> {
  const response = await api.send('/api/pull', {
    method: 'POST',
    body: { model, stream: true },
    timeoutMilliseconds: silenceMilliseconds,
    model,
    signal,
  })
  const bytes = readBytes(response.body, { idleMilliseconds: () => silenceMilliseconds, signal })
  const progressOf = createPullProgress()
  let done = false
  for await (const lines of readJsonLines(bytes)) {
    for (const line of lines) {
      if (line['error']) throw api.toError(line['error'], model)
      done ||= line['status'] === 'success'
      yield progressOf(line)
    }
  }
  if (!done) throw new AppError('streamBroken', 'The model came only in part', { model })
}

/** Messages for a model that neither Ollama nor its registry has. */
const missingPattern = /not found|file does not exist|manifest unknown|no such/i

function asMissing(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { answer = '' } = error.details
  if (error.code === 'modelNotFound' || !missingPattern.test(answer)) return error
  return new AppError('modelNotFound', error.message, error.details, error)
}
