import type { Attachment, AttachmentOrigin } from '../../../shared/parts.ts'
import { subjectLengthMaximum } from '../../../shared/limits.ts'
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

/** Returns the origin by which calls of the plugin's tools know it: see chat/dataFlow.ts. */
function originOf(
  { id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>,
  uri: string | null,
): AttachmentOrigin {
  return { pluginId: id, title: titleOf({ id, sheet }), source: sourceOfPlugin({ id, sheet }), uri }
}

/** Returns the name by which the flow rule knows a plugin's server: see chat/dataFlow.ts. */
export function sourceOfPlugin({ id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>): string {
  return sheet.hosts[0]?.host ?? `${titleOf({ id, sheet })} (${id})`.trim()
}

function titleOf({ id, sheet }: Pick<StoredPlugin, 'id' | 'sheet'>): string {
  return sheet.title.slice(0, subjectLengthMaximum - id.length - 3)
}
