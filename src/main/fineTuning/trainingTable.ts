import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { errorSchema } from '../../shared/errorSchema.ts'
import { setReportSchema, type SetReport } from '../../shared/fineTuning/findings.ts'
import {
  checkpointSchema,
  curvePointSchema,
  trainingEventSchema,
  trainingOptionsSchema,
  trainingStates,
  type Training,
  type TrainingOptions,
} from '../../shared/fineTuning/fineTuning.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { TunedModel } from '../providers/models/withTuned.ts'
import { insertRow, updateRow, writeJson, type Columns } from '../storage/columns.ts'
import type { Database, Row } from '../storage/connection.ts'

/** A training as it is stored. */
export interface StoredTraining extends Omit<Training, 'dialect' | 'canPause' | 'canResume'> {
  fileId: string
  secretId: string | null
  trainingFile: string | null
  validationFile: string | null
  consents: number
  posts: number
}

/** The columns that change, by the names of their fields. */
export type TrainingChange = Partial<Omit<StoredTraining, 'id' | 'name' | 'fileId' | 'createdAt'>>

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)))
const text = z.string().nullable()
const number = z.number().nullable()

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  file_id: z.string(),
  report: json(setReportSchema),
  state: z.enum(trainingStates),
  provider_id: text,
  model_id: text,
  options: json(trainingOptionsSchema),
  secret_id: text,
  split: json(z.object({ training: z.number(), validation: z.number() })).nullable(),
  training_file: text,
  validation_file: text,
  consents: z.number(),
  posts: z.number(),
  remote_id: text,
  remote_state: text,
  error: json(errorSchema).nullable(),
  tuned_model: text,
  trained_tokens: number,
  dollars: number,
  finishes_at: number,
  curve: json(z.array(curvePointSchema)),
  checkpoints: json(z.array(checkpointSchema)),
  events: json(z.array(trainingEventSchema)),
  created_at: z.number(),
  started_at: number,
  ended_at: number,
})

function toTraining(row: Row): StoredTraining {
  const stored = rowSchema.parse(row)
  const { provider_id: providerId, model_id: modelId } = stored
  const { id, name, report, state, options, split, error, consents, posts, dollars } = stored
  return {
    ...{ id, name, report, state, options, split, error, consents, posts, dollars },
    fileId: stored.file_id,
    model: providerId === null || modelId === null ? null : { providerId, modelId },
    secretId: stored.secret_id,
    trainingFile: stored.training_file,
    validationFile: stored.validation_file,
    remoteId: stored.remote_id,
    remoteState: stored.remote_state,
    tunedModel: stored.tuned_model,
    trainedTokens: stored.trained_tokens,
    finishesAt: stored.finishes_at,
    curve: stored.curve,
    checkpoints: stored.checkpoints,
    events: stored.events,
    createdAt: stored.created_at,
    startedAt: stored.started_at,
    endedAt: stored.ended_at,
  }
}

/** Returns the training, or nothing if there is none of this id. */
export function findTraining(database: Database, id: string): StoredTraining[] {
  return database.all('SELECT * FROM training WHERE id = ?', id).map(toTraining)
}

/** Reads a training. Errors: trainingMissing. */
export function readTraining(database: Database, id: string): StoredTraining {
  const [training] = findTraining(database, id)
  if (training) return training
  throw new AppError('trainingMissing', 'There is no such training')
}

/** Returns all trainings, the newest first. */
export function readTrainings(database: Database): StoredTraining[] {
  return database.all('SELECT * FROM training ORDER BY created_at DESC, rowid DESC').map(toTraining)
}

/** Returns the finished models at a provider, the newest first. */
export function readTunedModels(database: Database, providerId: string): TunedModel[] {
  const rows = database.all(
    `SELECT tuned_model, model_id FROM training
     WHERE provider_id = ? AND tuned_model IS NOT NULL ORDER BY created_at DESC, rowid DESC`,
    providerId,
  )
  return rows.map((row) => ({
    modelId: String(row['tuned_model']),
    base: String(row['model_id']),
  }))
}

export interface NewTraining {
  id: string
  name: string
  fileId: string
  report: SetReport
  model: ModelReference | null
  options: TrainingOptions
  createdAt: number
}

export function insertTraining(database: Database, given: NewTraining): void {
  const { id, name, fileId, report, model, options, createdAt } = given
  insertRow(database, 'training', {
    ...{ id, name, file_id: fileId, state: 'draft' },
    ...{ report: JSON.stringify(report), options: JSON.stringify(options), created_at: createdAt },
    ...{ provider_id: model?.providerId ?? null, model_id: model?.modelId ?? null },
  })
}

/** The columns of fields, where a field's name and form are not those of its column. */
const columnOf: {
  readonly [Name in keyof TrainingChange]-?: (value: never) => Columns
} = {
  report: (value: SetReport) => ({ report: JSON.stringify(value) }),
  state: (state: string) => ({ state }),
  model: (model: ModelReference | null) => ({
    provider_id: model?.providerId ?? null,
    model_id: model?.modelId ?? null,
  }),
  options: (value: TrainingOptions) => ({ options: JSON.stringify(value) }),
  secretId: (value: string | null) => ({ secret_id: value }),
  split: (value: unknown) => ({ split: writeJson(value) }),
  trainingFile: (value: string | null) => ({ training_file: value }),
  validationFile: (value: string | null) => ({ validation_file: value }),
  consents: (consents: number) => ({ consents }),
  posts: (posts: number) => ({ posts }),
  remoteId: (value: string | null) => ({ remote_id: value }),
  remoteState: (value: string | null) => ({ remote_state: value }),
  error: (value: unknown) => ({ error: writeJson(value) }),
  tunedModel: (value: string | null) => ({ tuned_model: value }),
  trainedTokens: (value: number | null) => ({ trained_tokens: value }),
  dollars: (dollars: number | null) => ({ dollars }),
  finishesAt: (value: number | null) => ({ finishes_at: value }),
  curve: (value: unknown) => ({ curve: JSON.stringify(value) }),
  checkpoints: (value: unknown) => ({ checkpoints: JSON.stringify(value) }),
  events: (value: unknown) => ({ events: JSON.stringify(value) }),
  startedAt: (value: number | null) => ({ started_at: value }),
  endedAt: (value: number | null) => ({ ended_at: value }),
}

/** Writes the changed fields; they are on disk once it returns. */
export function changeTraining(database: Database, id: string, change: TrainingChange): void {
  const columns = Object.entries(change).map(([name, value]) =>
    columnOf[name as keyof TrainingChange](value as never),
  )
  updateRow(database, 'training', id, Object.assign({}, ...columns) as Columns)
}

export function deleteTraining(database: Database, id: string): void {
  database.run('DELETE FROM training WHERE id = ?', id)
}

/** Returns the name of an upload in the record of uploads: each training has files of its own. */
export function uploadId(trainingId: string, part: 'training' | 'validation'): string {
  return `fineTuning:${trainingId}:${part}`
}

const needed: ReadonlySet<string> = new Set(['uploading', 'creating', 'running', 'unknown'])

/** Returns the stored files of all trainings, and the uploads that those under way need. */
export function usedTrainingFiles(database: Database): Set<string> {
  const used = new Set<string>()
  for (const { id, file_id: fileId, state } of database.all(
    'SELECT id, file_id, state FROM training',
  )) {
    used.add(String(fileId))
    if (!needed.has(String(state))) continue
    used.add(uploadId(String(id), 'training')).add(uploadId(String(id), 'validation'))
  }
  return used
}
