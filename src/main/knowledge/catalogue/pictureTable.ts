import type { ModelReference } from '../../../shared/models.ts'
import type { SourceState } from '../../../shared/knowledge.ts'
import type { Database } from '../../storage/connection.ts'
import type { PictureText } from '../readDocument.ts'
import type { BaseTable } from './baseTable.ts'
import { writeJson } from './columns.ts'

/** A picture that a model has read, with what that has cost. */
export interface ReadPicture extends PictureText {
  /** The hash of the document's bytes. */
  sha256: string
  model: ModelReference
  tokens: number
  /** Null if the price is unknown. */
  dollars: number | null
}

/** What models have read on the pictures of documents. */
export interface PictureTable {
  /** Returns what is known of a document's pictures. */
  pictureTexts: (sha256: string) => PictureText[]
  /** Keeps what a model has read, counts its cost, and takes it off the base's allowance. */
  addPictureText: (baseId: string, picture: ReadPicture) => void
  /**
   * Allows a base's model to read the pictures that nobody has read, and so many more. Sources with
   * such pictures wait.
   */
  allowPictures: (baseId: string, more: number) => void
  /** Forgets what was read in documents that are gone, unless one is being read. */
  forgetPictures: () => void
}

const waiting = JSON.stringify({ state: 'waiting' } satisfies SourceState)

export function createPictureTable(
  database: Database,
  { addSpent }: Pick<BaseTable, 'addSpent'>,
): PictureTable {
  return {
    pictureTexts: (sha256) =>
      database
        .all('SELECT page, text FROM picture_text WHERE sha256 = ? ORDER BY page', sha256)
        .map(({ page, text }) => ({ page: Number(page), text: String(text) })),
    addPictureText: (baseId, { sha256, page, model, text, tokens, dollars }) =>
      database.transaction(() => {
        database.run(
          'INSERT OR REPLACE INTO picture_text (sha256, page, model, text) VALUES (?, ?, ?, ?)',
          ...[sha256, page, writeJson(model), text],
        )
        const sql = 'UPDATE base SET picture_allowance = max(0, picture_allowance - 1) WHERE id = ?'
        database.run(sql, baseId)
        addSpent(baseId, tokens, dollars)
      }),
    allowPictures: (baseId, more) =>
      database.transaction(() => {
        database.run(
          `UPDATE base SET picture_allowance = ? +
             (SELECT coalesce(sum(unread_pictures), 0) FROM source
              WHERE base_id = base.id AND unread_pictures > 0) WHERE id = ?`,
          ...[more, baseId],
        )
        database.run(
          `UPDATE source SET status = ? WHERE base_id = ? AND unread_pictures > 0
             AND state <> 'reading'`,
          ...[waiting, baseId],
        )
      }),
    forgetPictures() {
      // A document that is still being read has no hash yet.
      database.run(
        `DELETE FROM picture_text WHERE sha256 NOT IN
           (SELECT sha256 FROM source WHERE sha256 IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM source WHERE state IN ('waiting', 'reading', 'failed'))`,
      )
    },
  }
}
