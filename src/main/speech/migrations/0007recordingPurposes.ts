import type { Migration } from '../../storage/migrate.ts'

/** Names the purposes of recordings as the code does. */
export const migration0007: Migration = {
  number: 7,
  sql: `
UPDATE recording SET purpose = CASE purpose
  WHEN 'composer' THEN 'voiceInput'
  WHEN 'live' THEN 'handsFree'
  ELSE purpose
END;
`,
}
