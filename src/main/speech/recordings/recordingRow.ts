import { errorSchema } from '../../../shared/errorSchema.ts'
import type { WireError } from '../../../shared/errors.ts'
import { recordingSchema } from '../../../shared/speech/speech.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { insertRow, updateRow, writeJson, type Columns } from '../../storage/columns.ts'
import type { Database, Durability, Row } from '../../storage/connection.ts'

/** A stretch of speech in samples, with its text; null until it is transcribed. */
export interface Segment {
  start: number
  end: number
  text: string | null
}

export function insertRecording(database: Database, recording: Recording): void {
  const { id, purpose, createdAt, language, task } = recording
  const fixed = { id, purpose, created_at: createdAt, language, task }
  database.transaction(
    () => insertRow(database, 'recording', { ...fixed, ...changingColumns(recording) }),
    'relaxed',
  )
}

/** Writes changed fields of a recording. Does not wait for the disk unless told to. */
export function updateRecording(
  database: Database,
  recording: Recording,
  durability: Durability = 'relaxed',
): void {
  database.transaction(
    () => updateRow(database, 'recording', recording.id, changingColumns(recording)),
    durability,
  )
}

function changingColumns({ state, samples, engine, text, finalText, error }: Recording): Columns {
  return {
    ...{ state, samples, text, final_text: finalText, error: writeJson(error) },
    ...{ provider_id: engine?.providerId ?? null, model_id: engine?.modelId ?? null },
  }
}

/** Replaces all segments of a recording, in their order. */
export function writeSegments(database: Database, id: string, segments: readonly Segment[]): void {
  database.transaction(() => {
    database.run('DELETE FROM recording_segment WHERE recording_id = ?', id)
    for (const { start, end, text } of segments) {
      const place = { recording_id: id, first_sample: start, end_sample: end }
      insertRow(database, 'recording_segment', { ...place, text })
    }
  }, 'relaxed')
}

/** Writes one segment, new or with its text. */
export function writeSegment(database: Database, id: string, segment: Segment): void {
  database.transaction(() => {
    database.run(
      `INSERT INTO recording_segment (recording_id, first_sample, end_sample, text)
         VALUES (?, ?, ?, ?)
         ON CONFLICT (recording_id, first_sample) DO UPDATE SET text = excluded.text`,
      id,
      segment.start,
      segment.end,
      segment.text,
    )
  }, 'relaxed')
}

export function readSegments(database: Database, id: string): Segment[] {
  return database
    .all(
      `SELECT first_sample, end_sample, text FROM recording_segment
         WHERE recording_id = ? ORDER BY first_sample`,
      id,
    )
    .map((row) => ({
      start: Number(row['first_sample']),
      end: Number(row['end_sample']),
      text: row['text'] === null ? null : String(row['text']),
    }))
}

/** Returns a recording. Errors: recordingMissing. */
export function getRecording(database: Database, id: string): Recording {
  const row = database.get('SELECT * FROM recording WHERE id = ?', id)
  if (row) return toRecording(row)
  throw new AppError('recordingMissing', 'There is no such recording', { subject: id })
}

/** Returns one page, newest first. `before` is the last recording of the previous page. */
export function listRecordings(
  database: Database,
  { before, limit }: { before: string | null; limit: number },
): Recording[] {
  return database
    .all(
      `SELECT * FROM recording
         WHERE ?1 IS NULL OR sequence < (SELECT sequence FROM recording WHERE id = ?1)
         ORDER BY sequence DESC LIMIT ?2`,
      before,
      limit,
    )
    .map(toRecording)
}

export function deleteRecording(database: Database, id: string): void {
  database.transaction(() => {
    database.run('DELETE FROM recording_segment WHERE recording_id = ?', id)
    database.run('DELETE FROM recording WHERE id = ?', id)
  }, 'relaxed')
}

/**
 * Returns ids of recordings older than a time or beyond a number of the newest ones, of `done` ones
 * or of all.
 */
export function listForgettable(
  database: Database,
  { before, count, doneOnly }: { before: number; count: number; doneOnly: boolean },
): string[] {
  return database
    .all(
      `SELECT id FROM recording WHERE (NOT ?1 OR state = 'done') AND (created_at < ?2 OR sequence <=
         (SELECT sequence FROM recording ORDER BY sequence DESC LIMIT 1 OFFSET ?3))`,
      Number(doneOnly),
      before,
      count,
    )
    .map((row) => String(row['id']))
}

/** Returns the number of samples of all recordings. */
export function countSamples(database: Database): number {
  return Number(database.get('SELECT sum(samples) AS samples FROM recording')?.['samples'] ?? 0)
}

export function listRecordingIds(database: Database): string[] {
  return database.all('SELECT id FROM recording').map((row) => String(row['id']))
}

/** Returns the recordings that were running when Parley stopped. */
export function listUnfinished(database: Database): Recording[] {
  return database
    .all(`SELECT * FROM recording WHERE state IN ('recording', 'transcribing')`)
    .map(toRecording)
}

function toRecording(row: Row): Recording {
  const { provider_id: providerId, model_id: modelId } = row
  return recordingSchema.parse({
    id: row['id'],
    purpose: row['purpose'],
    state: row['state'],
    createdAt: row['created_at'],
    samples: row['samples'],
    language: row['language'],
    task: row['task'],
    engine: providerId === null || modelId === null ? null : { providerId, modelId },
    text: row['text'],
    finalText: row['final_text'],
    error: parseError(row['error']),
  })
}

function parseError(value: Row[string] | undefined): WireError | null {
  if (typeof value !== 'string') return null
  const error = errorSchema.safeParse(parseJson(value))
  return error.data ?? { code: 'internal', message: 'The reason was not kept' }
}
