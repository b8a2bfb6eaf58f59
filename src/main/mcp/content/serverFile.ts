import type { ReadResourceResult } from '@modelcontextprotocol/client'
import { nameOfUri } from '../readResult.ts'

/** A file that a server gives. */
export interface ServerFile {
  name: string
  bytes: Uint8Array
  /** The resource that it is; null for none. */
  uri: string | null
}

/** Returns the contents of a resource as files; `number` names those that have no name. */
export function readContents(contents: ReadResourceResult['contents'], number = 1): ServerFile[] {
  return contents.map((content, at) => ({
    name: nameOfUri(content.uri, number + at),
    uri: content.uri,
    bytes:
      'text' in content
        ? new TextEncoder().encode(content.text)
        : new Uint8Array(Buffer.from(content.blob, 'base64')),
  }))
}
