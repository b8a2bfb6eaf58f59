import type { Migration } from '../../storage/migrate.ts'

/** Adds what an answer's service has counted of the conversation. */
export const migration0016: Migration = {
  number: 16,
  sql: `
-- The tokens of the branch up to the end of this answer, by the service's count of the answer's
-- last request: without tools, instructions, passages and reasoning. Null if it is not known.
ALTER TABLE message ADD COLUMN context_tokens INTEGER;
`,
}
