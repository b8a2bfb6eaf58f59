import type { MediaPreferences } from '../../../shared/mediaPreferences.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { MediaInHistory } from '../mediaInHistory.ts'
import { readLastValues, toPage } from '../jobs/jobRow.ts'
import { askMilliseconds } from '../mediaServices.ts'
import { outputFileName } from '../outputs/outputFileName.ts'
import { readOutputsOf } from '../outputs/outputRow.ts'
import { areAboveLimit } from '../jobs/isAboveLimit.ts'
import type { Drawing } from './pictureTool.ts'

/** Returns what the chat's tool does with media. */
export function createDrawing(
  { jobs, context }: Pick<MediaInHistory, 'jobs' | 'context'>,
  preferences: () => MediaPreferences,
): Drawing {
  const { database, states, blobs, services } = context

  /** Nothing if its service is gone: the user has named no other one that may be paid. */
  async function chosen(model: ModelReference) {
    const provider = await services.find(model.providerId).catch(() => undefined)
    return provider && { ...model, providerName: provider.name }
  }

  return {
    async model() {
      const { chatTool, chatModel } = preferences()
      if (!chatTool) return undefined
      if (chatModel) return chosen(chatModel)
      const row = database.get(
        `SELECT provider_id, model_id, provider_name FROM media_job WHERE kind = 'image'
         ORDER BY created_at DESC LIMIT 1`,
      )
      return (
        row && {
          providerId: String(row['provider_id']),
          modelId: String(row['model_id']),
          providerName: String(row['provider_name']),
        }
      )
    },
    async form(model) {
      const provider = await services.find(model.providerId)
      const fields = await provider.form(model.modelId, AbortSignal.timeout(askMilliseconds))
      return { fields, values: readLastValues(database, model) }
    },
    priceOf: ({ providerId, modelId }, values) =>
      services.estimate(providerId, { modelId, values }),
    areDear: (prices) => areAboveLimit(prices, preferences().askAbove),
    create: (request) => jobs.create(request),
    settled: async (jobId) => toPage(await states.settled(jobId)),
    withdraw(jobId) {
      // What was sent is paid for, so it is kept.
      const { state } = states.read(jobId)
      if (state === 'waiting' || state === 'preparing') jobs.requestCancel(jobId)
    },
    read: (jobId) =>
      Promise.all(
        readOutputsOf(database, jobId).map(async (output) => ({
          name: outputFileName(output),
          mediaType: output.mediaType,
          bytes: await blobs.read(output.fileId),
        })),
      ),
  }
}
