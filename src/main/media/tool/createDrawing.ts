import type { MediaPreferences } from '../../../shared/media/mediaPreferences.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { MediaInHistory } from '../mediaInHistory.ts'
import { readLastValues, toPage } from '../jobs/jobRow.ts'
import { askMilliseconds } from '../mediaServices.ts'
import { outputFileName } from '../../../shared/media/outputFileName.ts'
import { readOutputsOf } from '../outputs/outputRow.ts'
import { areAboveLimit, isAboveLimit } from '../jobs/isAboveLimit.ts'
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

  const priceOf: Drawing['priceOf'] = ({ providerId, modelId }, values) =>
    services.estimate(providerId, { modelId, values })

  /** Returns the model of the last picture, of one service or of any. */
  function lastPainter(providerId: string | null = null) {
    const row = database.get(
      `SELECT provider_id, model_id, provider_name FROM media_job
       WHERE kind = 'image' AND (?1 IS NULL OR provider_id = ?1)
       ORDER BY created_at DESC LIMIT 1`,
      providerId,
    )
    return (
      row && {
        providerId: String(row['provider_id']),
        modelId: String(row['model_id']),
        providerName: String(row['provider_name']),
      }
    )
  }

  return {
    async model() {
      const { chatTool, chatModel } = preferences()
      if (!chatTool) return undefined
      return chatModel ? chosen(chatModel) : lastPainter()
    },
    async hosted({ providerId }, kind) {
      const { chatTool, chatModel, askAbove } = preferences()
      if (!chatTool) return undefined
      // The user wants another service to draw.
      if (chatModel && chatModel.providerId !== providerId) return undefined
      const painter = chatModel ?? lastPainter(providerId)
      if (kind === 'named' && !painter) return undefined
      const provider = await services.find(providerId).catch(() => undefined)
      if (!provider) return undefined
      const { size, quality } = painter ? readLastValues(database, painter) : {}
      const choices = {
        ...(typeof size === 'string' && { size }),
        ...(typeof quality === 'string' && { quality }),
      }
      const price = painter ? await priceOf(painter, choices) : null
      return {
        providerName: provider.name,
        pictures: { model: painter?.modelId ?? null, ...choices },
        price,
        isDear: isAboveLimit(price, askAbove),
        limit: askAbove,
        dollarsOf: (usage) => painter && provider.hostedPrice?.(painter.modelId, usage)?.amount,
      }
    },
    async form(model) {
      const provider = await services.find(model.providerId)
      const fields = await provider.form(model.modelId, AbortSignal.timeout(askMilliseconds))
      return { fields, values: readLastValues(database, model) }
    },
    priceOf,
    areDear: (prices) => areAboveLimit(prices, preferences().askAbove),
    create: (request) => jobs.create(request),
    settled: async (jobId) => toPage(await states.settledOrHeld(jobId)),
    withdraw(jobId) {
      // A request that was sent is paid for, so its job goes on.
      const { state } = states.read(jobId)
      if (state === 'waiting' || state === 'preparing') jobs.requestCancel(jobId)
    },
    read: (jobId) =>
      Promise.all(
        readOutputsOf(database, jobId).map(async (output) => ({
          name: outputFileName(output),
          mediaType: output.mediaType,
          bytes: await blobs.read(output.fileId),
          ...(output.flagged && { flagged: true }),
        })),
      ),
  }
}
