/** Tells of a row of `source`, with its base's `hosted_store`, whether it may be uploaded. */
export const approvedSql = `(hosted_store.approves_all = 1
  OR source.id IN (SELECT source_id FROM hosted_approved))`
