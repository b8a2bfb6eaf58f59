import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method, nothing } from './ipc/define.ts'
import { timeSchema } from './timeSchema.ts'

export const updatePreferencesSchema = z.object({
  /** Looks for a new version each day and downloads it. */
  automatic: z.boolean(),
})
export const defaultUpdatePreferences = { automatic: true }

/** Memory of this computer about updates, which the page can't change. */
export const updateMemorySchema = z.object({
  /** When the newest channel file was signed that was ever accepted, by the file's name. */
  newestSignedAt: z.record(z.string(), timeSchema),
  /** The version of the last notification; null before the first. */
  announced: z.string().nullable(),
})
export const defaultUpdateMemory: z.infer<typeof updateMemorySchema> = {
  newestSignedAt: {},
  announced: null,
}

/**
 * The origin of new versions: Parley's own signed `channel`; the `system`'s package manager;
 * `byHand` for a portable folder; the `source` tree. `none` is a package that was built without a
 * channel.
 */
const updateSources = ['channel', 'system', 'byHand', 'source', 'none'] as const
export type UpdateSource = (typeof updateSources)[number]

const updateStateSchema = z.object({
  source: z.enum(updateSources),
  /**
   * `idle` before the first check and after a failed one, `ready` once the new version is
   * downloaded and verified. Only `channel` leaves `idle`.
   */
  phase: z.enum(['idle', 'checking', 'current', 'downloading', 'ready', 'installing']),
  /** The new version, from `downloading` on; null before. */
  version: z.string().nullable(),
  /** Its release notes, in Markdown; empty if it has none. */
  notes: z.string(),
  /** The part of the download that has arrived, from 0 to 1; null while nothing is downloaded. */
  progress: z.number().min(0).max(1).nullable(),
  /** The time of the last check that got an answer; null before the first. */
  checkedAt: timeSchema.nullable(),
  /** The reason and time of the last failure; null once something has worked since. */
  failure: z.object({ error: errorSchema, at: timeSchema }).nullable(),
})
export type UpdateState = z.infer<typeof updateStateSchema>

export const updates = {
  state: method(nothing, updateStateSchema),
  /** Looks for a new version now and downloads it. Resolves to the state afterwards. */
  check: method(nothing, updateStateSchema),
  /**
   * Copies the history, installs the downloaded version and restarts Parley. A refusal or failure
   * is in the state, and nothing has changed.
   */
  install: method(nothing, updateStateSchema),
  changed: event(updateStateSchema),
}
