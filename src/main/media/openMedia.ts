import { media as mediaFeature } from '../../shared/media.ts'
import { serveAttachment } from '../attachments/serveAttachment.ts'
import type { FeatureContext, OpenFeature, ServedFiles } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { Blobs } from '../storage/blobs.ts'
import { patient } from '../storage/waitForLock.ts'
import { createMediaInHistory } from './mediaInHistory.ts'
import type { MediaProviderSource } from './mediaProvider.ts'
import { createMediaServices } from './mediaServices.ts'
import { emptyBin, usedMediaFiles } from './outputs/outputs.ts'

export interface MediaOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  /** The files of the user and of models: inputs and outputs alike. */
  blobs: Blobs
  /** The services, in the order in which the page shows their models. */
  sources: readonly MediaProviderSource[]
}

export interface OpenMedia extends OpenFeature<typeof mediaFeature> {
  files: ServedFiles
}

/** Opens media: paid requests to models and what came of them, in the history. */
export function openMedia(context: FeatureContext, options: MediaOptions): OpenMedia {
  const { history } = context
  const { blobs, sources } = options
  const broadcast = context.createBroadcast('media', mediaFeature)
  const services = createMediaServices(sources)
  const current = history.add({
    recover: (database) => emptyBin(database),
    usedFiles: usedMediaFiles,
    open(database) {
      const opened = createMediaInHistory(database, { services, broadcast })
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    files: {
      place: 'media',
      name: /^[0-9a-f]{64}$/,
      serve: (id, range) => serveAttachment(blobs, id, range),
    },
  }
}
