import type { Migration } from '../../storage/migrate.ts'

/** Notes where a thread lies: the user may give its provider another address. */
export const migration0028: Migration = {
  number: 28,
  sql: `
-- In the format of originOf, such as 'https://gateway.example'. NULL for a thread of an earlier version.
ALTER TABLE assistant_thread ADD COLUMN origin TEXT;
`,
}
