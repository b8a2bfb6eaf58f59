import type { Database } from '../../storage/connection.ts'
import { createBaseTable, type BaseTable } from './baseTable.ts'
import { createFolderTable, type FolderTable } from './folderTable.ts'
import { createPictureTable, type PictureTable } from './pictureTable.ts'
import { createRemovedTable, type RemovedTable } from './removedTable.ts'
import { createSourceTable, type SourceTable } from './sourceTable.ts'

/**
 * Lists the bases, their sources and the state of each source. The passages and vectors are in the
 * store. All arguments and results can be cloned between threads. Errors of every method: diskFull,
 * databaseDamaged.
 */
export interface Catalogue
  extends BaseTable, FolderTable, SourceTable, PictureTable, RemovedTable {}

/** A catalogue in another thread. */
export type CatalogueClient = {
  [Name in keyof Catalogue]: (
    ...given: Parameters<Catalogue[Name]>
  ) => Promise<ReturnType<Catalogue[Name]>>
}

/** Opens the catalogue of an open knowledge.sqlite. */
export function createCatalogue(database: Database): Catalogue {
  const bases = createBaseTable(database)
  return {
    ...bases,
    ...createPictureTable(database, bases),
    ...createFolderTable(database),
    ...createSourceTable(database),
    ...createRemovedTable(database),
  }
}
