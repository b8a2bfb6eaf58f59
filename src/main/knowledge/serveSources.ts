import { dirname } from 'node:path'
import type { ServedFiles } from '../feature.ts'
import { fileNotFound, serveFile } from '../storage/serveFile.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'
import type { KeptFiles } from './keptFiles.ts'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * Serves the PDF documents of bases at `/knowledge/<base>.<source>`, whose pages the viewer draws.
 * Of any other document it shows the text, so that its bytes stay in main.
 */
export function serveSources(
  catalogue: Pick<CatalogueClient, 'source'>,
  kept: Pick<KeptFiles, 'path'>,
): ServedFiles {
  return {
    place: 'knowledge',
    name: new RegExp(`^${id}\\.${id}$`),
    async serve(name, range) {
      const [baseId = '', sourceId = ''] = name.split('.')
      const record = await catalogue.source(baseId, sourceId).catch(() => undefined)
      if (record?.source.mediaType !== 'application/pdf') return fileNotFound()
      const { source, content, folder } = record
      // The viewer reads bytes: nothing else is to show them as a document.
      const type = () => 'application/octet-stream'
      if (content !== null) return serveFile(kept.path(content), range, type)
      return serveFile(source.location, range, type, folder ?? dirname(source.location))
    },
  }
}
