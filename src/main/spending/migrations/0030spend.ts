import type { Migration } from '../../storage/migrate.ts'

/**
 * Adds the ledger of paid requests, with the media jobs so far. Answers from before are added to it
 * after the start, because there can be many.
 */
export const migration0030: Migration = {
  number: 30,
  sql: `
-- A row for each request. It outlives its chat.
CREATE TABLE spend (
  sequence INTEGER PRIMARY KEY,
  -- Names the request: a second row with the same origin would be the same money.
  origin TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  spent_at INTEGER NOT NULL,
  -- The date on the user's clock at that time, such as 2026-11-29.
  day TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  conversation_id TEXT,
  message_id TEXT,
  -- The service's counts; null for one that it did not tell. Cached and written tokens are part of
  -- the input, reasoning of the output, tokens of pictures of neither.
  input_tokens INTEGER,
  cached_tokens INTEGER,
  cache_write_tokens INTEGER,
  output_tokens INTEGER,
  reasoning_tokens INTEGER,
  audio_input_tokens INTEGER,
  cached_audio_tokens INTEGER,
  audio_output_tokens INTEGER,
  picture_tokens INTEGER,
  picture_dollars REAL,
  -- 'due' until its price has been looked up.
  basis TEXT NOT NULL DEFAULT 'due' CHECK (basis IN ('due', 'known', 'estimated', 'unknown')),
  -- Billionths of the currency.
  nano_amount INTEGER CHECK (nano_amount >= 0),
  currency TEXT,
  CHECK ((basis IN ('known', 'estimated')) = (nano_amount IS NOT NULL)),
  CHECK ((nano_amount IS NULL) = (currency IS NULL))
) STRICT;
-- These two hold all that a sum reads.
CREATE INDEX spend_by_day ON spend
  (day, provider_id, model_id, currency, basis, nano_amount, input_tokens, output_tokens);
CREATE INDEX spend_by_conversation ON spend
  (conversation_id, currency, basis, nano_amount, input_tokens, output_tokens)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX spend_by_message ON spend (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX spend_due ON spend (provider_id, model_id) WHERE basis = 'due';

-- As jobSpending.ts writes them.
INSERT INTO spend (origin, kind, spent_at, day, provider_id, model_id, conversation_id, basis,
  nano_amount, currency)
SELECT 'media/' || id || '/' || posts, 'media', submitted_at,
  date(submitted_at / 1000, 'unixepoch', 'localtime'), provider_id, model_id, conversation_id,
  basis, CASE WHEN basis <> 'unknown' THEN CAST(round(amount * 1000000000) AS INTEGER) END,
  CASE WHEN basis <> 'unknown' THEN currency END
FROM (
  SELECT *, CASE
    WHEN typeof(amount) NOT IN ('integer', 'real') OR amount NOT BETWEEN 0 AND 1000000
      OR typeof(currency) <> 'text' THEN 'unknown'
    WHEN is_told OR amount = 0 THEN 'known'
    WHEN state = 'done' THEN 'estimated'
    ELSE 'unknown'
  END AS basis
  FROM (
    SELECT *, json_extract(told, '$.amount') AS amount, json_extract(told, '$.currency') AS currency
    FROM (
      SELECT *, price IS NOT NULL AS is_told, CASE
        WHEN json_valid(price) THEN price
        WHEN price IS NULL AND json_valid(estimate) THEN estimate
      END AS told
      FROM media_job WHERE posts > 0 AND submitted_at IS NOT NULL
    )
  )
);

-- A job's earlier requests, whose times and prices were not kept.
WITH RECURSIVE earlier (id, number) AS (
  SELECT id, posts - (submitted_at IS NOT NULL) FROM media_job
  UNION ALL
  SELECT id, number - 1 FROM earlier WHERE number > 1
)
INSERT INTO spend (origin, kind, spent_at, day, provider_id, model_id, conversation_id, basis)
SELECT 'media/' || id || '/' || number, 'media', created_at,
  date(created_at / 1000, 'unixepoch', 'localtime'), provider_id, model_id, conversation_id, 'unknown'
FROM earlier JOIN media_job USING (id) WHERE number > 0;

-- The earlier messages that the ledger lacks come up to "last". Empty once it has all.
CREATE TABLE spend_rest (last INTEGER PRIMARY KEY) STRICT;
INSERT INTO spend_rest SELECT max(sequence) FROM message HAVING count(*) > 0;
`,
}
