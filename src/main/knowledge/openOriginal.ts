import { AppError } from '../../shared/errors.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'

export type OpenOriginal = (baseId: string, sourceId: string) => Promise<void>

interface Openers {
  openFile: (path: string) => Promise<void>
  openLink: (address: string) => Promise<void>
}

/**
 * Creates the function that opens a source where it lies. Errors: sourceMissing, notSupported for a
 * source that lies nowhere else.
 */
export function createOpenOriginal(
  catalogue: Pick<CatalogueClient, 'source'>,
  { openFile, openLink }: Openers,
): OpenOriginal {
  return async (baseId, sourceId) => {
    const { source } = await catalogue.source(baseId, sourceId)
    const { kind, location, name } = source
    if (kind === 'file') return openFile(location)
    if (kind === 'page') return openLink(location)
    throw new AppError('notSupported', 'The source lies only in the base', { subject: name })
  }
}
