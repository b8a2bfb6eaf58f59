import { z } from 'zod'
import { nameOfUri } from '../../../mcp/readResult.ts'
import type { Download } from './viewMessages.ts'

/** A file that a view wants to save. */
export interface DownloadedFile {
  name: string
  bytes: Uint8Array
}

const maxNameLength = 100
/** Characters that no file system allows in a name, or that hide its extension. */
const unwanted = /[\p{C}<>:"/\\|?*]/gu

const contentsSchema = z.object({
  contents: z
    .array(z.object({ uri: z.string(), text: z.string().optional(), blob: z.base64().optional() }))
    .max(10),
})

/** Returns the files of what a view wants to save. `read` reads a resource of its server. */
export async function readDownload(
  given: Download,
  read: (uri: string) => Promise<unknown>,
): Promise<DownloadedFile[]> {
  if (given.type === 'resource') return [fileOf(given.resource)]
  const { contents } = contentsSchema.parse(await read(given.uri))
  return contents.map((content) => fileOf(content, contents.length === 1 ? given.name : undefined))
}

function fileOf(
  { uri, text, blob }: { uri: string; text?: string | undefined; blob?: string | undefined },
  name?: string,
): DownloadedFile {
  const bytes = text === undefined ? Buffer.from(blob ?? '', 'base64') : Buffer.from(text, 'utf8')
  return { name: safeName(name ?? nameOfUri(uri, 1)), bytes: new Uint8Array(bytes) }
}

/** Returns a name that leads out of no folder, is not hidden, and shows how it ends. */
export function safeName(name: string): string {
  const plain = name
    .replaceAll(unwanted, '_')
    .replace(/^[.\s]+/, '')
    .trim()
  return plain.slice(-maxNameLength) || 'file'
}
