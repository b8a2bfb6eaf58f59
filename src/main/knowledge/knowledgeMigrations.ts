import { numbered, type Migrations } from '../storage/migrate.ts'
import { knowledgeMigration0001 } from './catalogue/migrations/0001catalogue.ts'
import { knowledgeMigration0003 } from './catalogue/migrations/0003pictures.ts'
import { knowledgeMigration0005 } from './catalogue/migrations/0005importedPictures.ts'
import { knowledgeMigration0006 } from './catalogue/migrations/0006splitPassages.ts'
import { knowledgeMigration0007 } from './catalogue/migrations/0007omissions.ts'
import { knowledgeMigration0008 } from './catalogue/migrations/0008encoding.ts'
import { knowledgeMigration0010 } from './catalogue/migrations/0010nearbyPages.ts'
import { knowledgeMigration0004 } from './hosted/migrations/0004hosted.ts'
import { knowledgeMigration0002 } from './store/migrations/0002index.ts'
import { knowledgeMigration0009 } from './store/migrations/0009wordEnds.ts'

/** The migrations of knowledge.sqlite, the catalogue's and the store's. Entries are only appended. */
export const knowledgeMigrations: Migrations = numbered([
  knowledgeMigration0001,
  knowledgeMigration0002,
  knowledgeMigration0003,
  knowledgeMigration0004,
  knowledgeMigration0005,
  knowledgeMigration0006,
  knowledgeMigration0007,
  knowledgeMigration0008,
  knowledgeMigration0009,
  knowledgeMigration0010,
])
