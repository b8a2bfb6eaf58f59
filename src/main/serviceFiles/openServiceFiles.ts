import type { serviceFiles as feature } from '../../shared/serviceFiles.ts'
import type { OpenFeature } from '../feature.ts'
import type { OpenUploads } from './openUploads.ts'
import { createServiceFiles, type ServiceFilesOptions } from './serviceFiles.ts'

interface OpenServiceFilesOptions extends Omit<ServiceFilesOptions, 'uploads' | 'usedFiles'> {
  uploads: OpenUploads
}

/** Opens the list of what lies in the user's accounts at services. */
export function openServiceFiles({
  uploads: { table, usedFiles },
  ...options
}: OpenServiceFilesOptions): OpenFeature<typeof feature> {
  const handlers = createServiceFiles({ ...options, uploads: table, usedFiles })
  return { handlers: () => handlers }
}
