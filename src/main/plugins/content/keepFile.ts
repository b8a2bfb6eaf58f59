import type { Attachment, AttachmentOrigin } from '../../../shared/chat/parts.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  maxAttachmentBytes,
  maxAttachments,
  maxMessageBytes,
  maxSubjectLength,
} from '../../../shared/limits.ts'
import type { ServerFile } from '../../mcp/content/serverFile.ts'
import type { StoredPlugin } from '../pluginTable.ts'

/** Stores a file. Errors: diskFull, filesFull, attachmentTooLarge. */
export type StoreFile = (bytes: Uint8Array, name: string) => Promise<Attachment>

/** Stores a file that a server gives, with its origin. Errors: as those of `store`. */
export async function keepFile(
  plugin: Pick<StoredPlugin, 'id' | 'sheet'>,
  { bytes, name, uri }: ServerFile,
  store: StoreFile,
): Promise<Attachment> {
  return { ...(await store(bytes, name)), origin: originOf(plugin, uri) }
}

/**
 * Stores the files that a server gives for one message, or none of them if they have no room there.
 * Errors: tooManyAttachments, attachmentTooLarge, attachmentsTooLarge, those of `store`.
 */
export async function keepFiles(
  plugin: Pick<StoredPlugin, 'id' | 'sheet'>,
  files: readonly ServerFile[],
  store: StoreFile,
): Promise<Attachment[]> {
  assertRoom(files)
  return Promise.all(files.map((file) => keepFile(plugin, file, store)))
}

function assertRoom(files: readonly ServerFile[]): void {
  if (files.length > maxAttachments) {
    throw new AppError('tooManyAttachments', 'The server gives too many files')
  }
  const large = files.find(({ bytes }) => bytes.byteLength > maxAttachmentBytes)
  if (large) {
    throw new AppError('attachmentTooLarge', 'The file is too large', { subject: large.name })
  }
  const sum = files.reduce((bytes, file) => bytes + file.bytes.byteLength, 0)
  if (sum > maxMessageBytes) {
    throw new AppError('attachmentsTooLarge', 'The files are too large together')
  }
}

/** Returns the origin by which calls of the plugin's tools know it: see chat/tools/dataFlow.ts. */
function originOf(
  { id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>,
  uri: string | null,
): AttachmentOrigin {
  return { pluginId: id, title: titleOf({ id, sheet }), source: sourceOfPlugin({ id, sheet }), uri }
}

/** Returns the name by which the flow rule knows a plugin's server: see chat/tools/dataFlow.ts. */
export function sourceOfPlugin({ id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>): string {
  return sheet.hosts[0]?.host ?? `${titleOf({ id, sheet })} (${id})`.trim()
}

function titleOf({ id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>): string {
  return sheet.title.slice(0, maxSubjectLength - id.length - 3)
}
