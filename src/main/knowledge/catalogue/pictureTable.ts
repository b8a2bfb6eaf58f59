import { modelReferenceSchema, type ModelReference } from '../../../shared/models.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { Database } from '../../storage/connection.ts'
import type { PictureText } from '../readDocument.ts'
import type { BaseTable } from './baseTable.ts'
import { readJson, writeJson } from '../../storage/columns.ts'

/** Text that a model has read on a page. */
export interface KnownPicture extends PictureText {
  model: ModelReference
}

/** A picture that a model has read, with what that has cost. */
export interface ReadPicture extends KnownPicture {
  /** The hash of the document's bytes. */
  sha256: string
  tokens: number
  /** Null if the price is unknown. */
  dollars: number | null
}

/** Texts that models have read on the pictures of documents. */
export interface PictureTable {
  /** Returns what a base knows of a document's pictures, by page. */
  pictureTexts: (baseId: string, sha256: string) => KnownPicture[]
  /** Keeps what a model has read, counts its cost, and takes it off the base's allowance. */
  addPictureText: (baseId: string, picture: ReadPicture) => void
  /** Keeps what was read elsewhere, for a base that is being imported. */
  importPictureText: (baseId: string, sha256: string, picture: KnownPicture) => void
  /** Forgets what was imported for a base; null: for all that are not there. */
  forgetImportedPictures: (baseId: string | null) => void
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
    pictureTexts(baseId, sha256) {
      const rows = database.all(
        `SELECT 0 AS is_own, page, model, text FROM imported_picture_text
           WHERE base_id = ? AND sha256 = ?
         UNION ALL SELECT 1, page, model, text FROM picture_text WHERE sha256 = ?
         ORDER BY page, is_own`,
        ...[baseId, sha256, sha256],
      )
      const pictures = rows.flatMap((row) => {
        const model = readJson(row['model'], modelReferenceSchema)
        return model ? [{ page: Number(row['page']), model, text: String(row['text']) }] : []
      })
      // The later one counts: what was read here.
      return [...new Map(pictures.map((picture) => [picture.page, picture])).values()]
    },
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
    importPictureText(baseId, sha256, { page, model, text }) {
      database.run(
        `INSERT INTO imported_picture_text (base_id, sha256, page, model, text)
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        ...[baseId, sha256, page, writeJson(model), text],
      )
    },
    forgetImportedPictures: (baseId) =>
      void database.run(
        `DELETE FROM imported_picture_text
         WHERE base_id = ? OR ? IS NULL AND base_id NOT IN (SELECT id FROM base)`,
        ...[baseId, baseId],
      ),
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
      // A base that is not there may be coming.
      database.run(
        `DELETE FROM imported_picture_text WHERE base_id IN (SELECT id FROM base)
         AND NOT EXISTS (SELECT 1 FROM source
           WHERE source.base_id = imported_picture_text.base_id
             AND (source.sha256 = imported_picture_text.sha256
               OR state IN ('waiting', 'reading', 'failed')))`,
      )
    },
  }
}
