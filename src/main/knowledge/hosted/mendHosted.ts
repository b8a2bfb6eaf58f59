import type { Database } from '../../storage/connection.ts'

const expiryDays = 30

/**
 * Mends the record of what lies at services after a repair of the database, in its transaction. A
 * base whose vector store was lost finds it again at the service, and every text is compared again
 * with its file there.
 */
export function mendHosted(database: Database): void {
  database.run(
    `INSERT OR IGNORE INTO hosted_store (base_id, provider_id, name, is_asked, expiry_days)
     SELECT id, provider_id, name, 1, ? FROM base
     WHERE store = 'openai' AND provider_id IS NOT NULL`,
    expiryDays,
  )
  // Numbers of sources begin anew.
  database.run('UPDATE hosted_file SET indexed = 0')
}
