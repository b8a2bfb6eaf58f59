import type { Migrations } from '../migrate.ts'
import { migration0001 } from './0001.ts'
import { migration0002 } from './0002.ts'
import { migration0003 } from './0003.ts'
import { migration0004 } from './0004.ts'
import { migration0005 } from './0005.ts'

/** Only ever appended to: a database's version is the number of these that it has been through. */
export const migrations: Migrations = [
  migration0001,
  migration0002,
  migration0003,
  migration0004,
  migration0005,
]
