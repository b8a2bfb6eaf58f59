import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import type { PullProgress } from '../../../../shared/providers.ts'
import { isObject } from '../../../../shared/json.ts'
import type { ModelManagement } from '../../provider.ts'
import type { FlavourOptions } from '../flavour.ts'
import type { NativeApi } from '../nativeApi.ts'
import { askModels } from './models.ts'
import { count } from '../../answer/answerFields.ts'
import { maxStatusLength } from '../../../../shared/limits.ts'
import { changeMilliseconds } from '../../transport/answerLimits.ts'

const jobSchema = z.object({
  job_id: z.string().optional(),
  status: z.string(),
  downloaded_bytes: count,
  total_size_bytes: count,
})
type Job = z.infer<typeof jobSchema>

const pollMilliseconds = 1000

/**
 * LM Studio downloads models in the background and reports the progress on request. Its API can
 * neither cancel a download nor delete a model.
 */
export function createManagement({ api, wait }: FlavourOptions): ModelManagement {
  async function* pull(model: string, signal: AbortSignal): AsyncGenerator<PullProgress> {
    const options = { timeoutMilliseconds: changeMilliseconds, model, signal }
    const started = await api
      .json('/api/v1/models/download', { ...options, method: 'POST', body: { model } })
      .catch((error: unknown) => {
        throw asMissing(error)
      })
    let job = parseJob(started, (error) => asMissing(api.toError(error, model)))
    const id = job.job_id
    yield progressOf(job)
    try {
      while (!isDone(job, model)) {
        if (id === undefined) throw new AppError('malformedAnswer', 'The download has no name')
        await wait(pollMilliseconds, signal)
        const path = `/api/v1/models/download/status/${encodeURIComponent(id)}`
        job = parseJob(await api.json(path, options), (error) => api.toError(error, model))
        yield progressOf(job)
      }
    } catch (error) {
      throw signal.aborted ? goesOn(api, model) : error
    }
  }

  return {
    pull,
    remove: () =>
      Promise.reject(new AppError('notSupported', 'LM Studio deletes models only by itself')),
    async unload(model, signal) {
      const models = await askModels(api, signal)
      if (!models) throw new AppError('notSupported', 'This version does not unload models')
      const instances = instancesOf(models, model)
      if (!instances) throw new AppError('modelNotFound', 'There is no such model', { model })
      for (const id of instances) {
        await api.json('/api/v1/models/unload', {
          method: 'POST',
          body: { instance_id: id },
          timeoutMilliseconds: changeMilliseconds,
          model,
          signal,
        })
      }
    },
  }
}

/**
 * Returns the ids of the instances that are listed under an id: those of a model, or one of several,
 * each of which is listed by itself. Undefined if there is no such model.
 */
function instancesOf(
  models: NonNullable<Awaited<ReturnType<typeof askModels>>>,
  listedId: string,
): string[] | undefined {
  const named = models.flatMap(({ loaded_instances: loaded }) => loaded.map(({ id }) => id))
  if (named.includes(listedId)) return [listedId]
  return models.find(({ key }) => key === listedId)?.loaded_instances.map(({ id }) => id)
}

/** Returns the error for a cancelled download, which LM Studio can't stop. */
function goesOn(api: NativeApi, model: string): AppError {
  const { provider } = api.context(model)
  return new AppError('notSupported', 'LM Studio goes on by itself', { provider, model })
}

/** Parses a job. Errors, including an unknown path, also come with a success status. */
function parseJob(json: unknown, toError: (error: unknown) => unknown): Job {
  if (isObject(json) && json['error']) throw toError(json['error'])
  const job = jobSchema.safeParse(json)
  if (job.success) return job.data
  throw new AppError('malformedAnswer', 'The download has an unknown shape', {}, job.error)
}

function progressOf({
  status,
  downloaded_bytes: done,
  total_size_bytes: total,
}: Job): PullProgress {
  return {
    status: status.slice(0, maxStatusLength),
    ...(typeof done === 'number' && { doneBytes: done }),
    ...(typeof total === 'number' && { totalBytes: total }),
  }
}

function isDone({ status }: Job, model: string): boolean {
  if (status === 'failed') throw new AppError('serverError', 'The download has failed', { model })
  return status === 'completed' || status === 'already_downloaded'
}

/** Converts a refused download: an unknown name, or an older version without the path. */
function asMissing(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { status, answer = '' } = error.details
  if (status === 405 || /unexpected endpoint/i.test(answer)) {
    return new AppError('notSupported', 'This version fetches no models', error.details, error)
  }
  const isAboutName = status === 404 || (status === 400 && /model|not found|artifact/i.test(answer))
  return isAboutName ? new AppError('modelNotFound', error.message, error.details, error) : error
}
