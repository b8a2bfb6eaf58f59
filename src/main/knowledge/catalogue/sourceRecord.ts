import { encodings, type Encoding } from '../../../shared/knowledge/encodings.ts'
import { sourceKinds, sourceStateSchema } from '../../../shared/knowledge/knowledge.ts'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { sourceOmissionsSchema } from '../../../shared/knowledge/omissions.ts'
import type { Row } from '../../storage/connection.ts'
import { numberOf, readJson, textOf } from '../../storage/columns.ts'

/** A source with what only main needs of it. */
export interface SourceRecord {
  source: Source
  /** Its place in the order of additions. */
  sequence: number
  /** The path of its watched folder; null if the user added it alone. */
  folder: string | null
  /** The kept file of an upload or a note. */
  content: string | null
  /** The encoding that the user has chosen; null to tell it by the bytes. */
  encoding: Encoding | null
  /** Whether it is a page of this computer or the local network that the user has allowed. */
  nearby: boolean
  /** The hash of the bytes that its passages are of; null before the first reading. */
  sha256: string | null
  /** The number of its passages in the store. */
  passages: number
}

export function readSourceRow(row: Row): SourceRecord {
  return {
    source: {
      id: String(row['id']),
      baseId: String(row['base_id']),
      kind: sourceKinds.find((kind) => kind === row['kind']) ?? 'file',
      folderId: textOf(row['folder_id']),
      name: String(row['name']),
      location: String(row['location']),
      mediaType: String(row['media_type']),
      sizeBytes: Number(row['size_bytes']),
      pages: numberOf(row['pages']),
      changedAt: Number(row['changed_at']),
      unreadPictures: Number(row['unread_pictures']),
      omissions: readJson(row['omissions'], sourceOmissionsSchema) ?? [],
      status: readJson(row['status'], sourceStateSchema) ?? { state: 'waiting' },
    },
    sequence: Number(row['sequence']),
    folder: textOf(row['folder_path']),
    content: textOf(row['content']),
    encoding: encodings.find((encoding) => encoding === row['encoding']) ?? null,
    nearby: row['nearby'] === 1,
    sha256: textOf(row['sha256']),
    passages: numberOf(row['passages']) ?? 0,
  }
}
