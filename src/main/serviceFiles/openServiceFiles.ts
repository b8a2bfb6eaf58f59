import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { serviceFiles as feature } from '../../shared/serviceFiles.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenUploads } from './openUploads.ts'
import { createServiceFiles, type ServiceFilesOptions } from './serviceFiles.ts'
import { createThreadRemoval, type ThreadRemovalOptions } from './threadRemoval.ts'

interface OpenServiceFilesOptions
  extends
    Omit<ServiceFilesOptions, 'uploads' | 'usedFiles'>,
    Pick<ThreadRemovalOptions, 'lookup' | 'addressOf'> {
  uploads: OpenUploads
}

export interface OpenServiceFiles extends OpenFeature<typeof feature> {
  /** Deletes the threads of erased chats at their services. */
  begin: () => void
}

/** Opens the list of what lies in the user's accounts at services. */
export function openServiceFiles(
  { log }: Pick<FeatureContext, 'log'>,
  {
    uploads: { table, usedFiles, leavingThreads },
    lookup,
    addressOf,
    ...options
  }: OpenServiceFilesOptions,
): OpenServiceFiles {
  const threads = createThreadRemoval({ ...options, table: leavingThreads, lookup, addressOf })
  const handlers: FeatureHandlers<typeof feature> = {
    ...createServiceFiles({ ...options, uploads: table, usedFiles }),
    leftThreads: async () => threads.left(),
    async deleteLeftThreads() {
      await threads.remove()
      return threads.left()
    },
    async forgetLeftThreads() {
      threads.forget()
      return threads.left()
    },
  }
  return {
    handlers: () => handlers,
    begin() {
      threads
        .remove()
        .catch((error: unknown) => log('Threads of erased chats were not deleted', error))
    },
  }
}
