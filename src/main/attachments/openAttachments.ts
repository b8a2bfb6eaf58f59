import { join } from 'node:path'
import type { attachments as attachmentsFeature } from '../../shared/chat/attachments.ts'
import type { DragOut, FeatureContext, OpenFeature, ServedFiles } from '../feature.ts'
import { createBlobs, type Blobs } from '../storage/blobs.ts'
import type { OpenedHistory } from '../storage/historyPart.ts'
import { createAttachments } from './attachments.ts'
import type { Attachments } from './attachments.ts'
import { dragPicture } from './dragPicture.ts'
import { createAttachmentsHandlers } from './handlers.ts'
import { serveStored } from './serveStored.ts'

/** The age at which an unused file is deleted. Only the page refers to the files of a draft. */
const forgottenMilliseconds = 24 * 60 * 60 * 1000

export interface OpenAttachments extends OpenFeature<typeof attachmentsFeature>, Attachments {
  files: ServedFiles
  /** The store itself, for files that another feature makes. */
  blobs: Blobs
}

interface AttachmentsContext extends Pick<FeatureContext, 'folder' | 'history' | 'log'> {
  dragOut: DragOut
}

/** Opens the store of files. Deletes forgotten files each time the history opens. */
export function openAttachments(
  { folder, history, log, dragOut }: AttachmentsContext,
  blobs = createBlobs(join(folder, 'files')),
): OpenAttachments {
  const attachments = createAttachments(blobs)
  const handlers = createAttachmentsHandlers(attachments, async (picture, { windowId }) => ({
    dragging: await dragPicture(blobs, picture, (file) => dragOut(windowId, [file])),
  }))

  async function sweep({ usedFiles }: OpenedHistory): Promise<void> {
    const used = usedFiles()
    if (used) await blobs.sweep(used, forgottenMilliseconds)
  }

  history.add({
    open(_database, opened) {
      sweep(opened).catch((error: unknown) =>
        log('Files that nothing refers to were not removed', error),
      )
      return { close: () => undefined }
    },
  })
  return {
    ...attachments,
    blobs,
    handlers: () => handlers,
    files: {
      place: 'attachments',
      name: /^[0-9a-f]{64}$/,
      serve: (id, range) => serveStored(blobs, id, range, 'text/plain; charset=utf-8'),
    },
  }
}
