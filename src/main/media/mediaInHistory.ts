import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { media } from '../../shared/media.ts'
import type { Database } from '../storage/connection.ts'
import { readJob, readOpenJobs, toPage } from './jobs/jobRow.ts'
import { startOfMonth, sumPrices } from './jobs/spent.ts'
import { createMasks } from './masks.ts'
import type { MediaServices } from './mediaServices.ts'
import { askMilliseconds } from './mediaServices.ts'
import { createOutputs } from './outputs/outputs.ts'

export interface MediaDependencies {
  services: MediaServices
  broadcast: Broadcast<typeof media>
}

/** Media on an open history. */
export interface MediaInHistory {
  handlers: FeatureHandlers<typeof media>
  close: () => void
}

export function createMediaInHistory(
  database: Database,
  { services, broadcast }: MediaDependencies,
): MediaInHistory {
  const outputs = createOutputs(database, broadcast)
  const masks = createMasks(database)

  return {
    handlers: {
      models: ({ refresh }) => services.models(refresh),
      async form({ providerId, modelId }) {
        const provider = await services.find(providerId)
        const fields = await provider.form(modelId, AbortSignal.timeout(askMilliseconds))
        return { fields: [...fields], values: {} }
      },
      estimate: async ({ providerId, ...request }) => ({
        price: await services.estimate(providerId, request),
      }),
      check: () => ({ errors: [] }),
      create: async ({ providerId }) => {
        await services.find(providerId)
        throw new AppError('notSupported', 'No service makes media yet')
      },
      cancel: ({ id }) => toPage(readJob(database, id)),
      submitAgain: ({ id }) => toPage(readJob(database, id)),
      lookAgain: ({ id }) => toPage(readJob(database, id)),
      forget: () => ({}),
      openJobs: () => readOpenJobs(database).map(toPage),
      job: ({ id }) => toPage(readJob(database, id)),
      outputs: (query) => outputs.page(query),
      output: ({ id }) => outputs.details(id),
      favourite: nothingAfter(({ ids, favourite }) => outputs.favourite(ids, favourite)),
      remove: nothingAfter(({ ids }) => outputs.remove(ids)),
      restore: nothingAfter(({ ids }) => outputs.restore(ids)),
      erase: nothingAfter(({ ids }) => outputs.erase(ids)),
      spent: () => sumPrices(database, startOfMonth()),
      mask: ({ fileId }) => ({ strokes: masks.read(fileId) }),
      saveMask: nothingAfter(({ fileId, strokes }) => masks.save(fileId, strokes)),
    },
    close: () => undefined,
  }
}

function nothingAfter<Input>(
  work: (input: Input) => void,
): (input: Input) => Record<string, never> {
  return (input) => {
    work(input)
    return {}
  }
}
