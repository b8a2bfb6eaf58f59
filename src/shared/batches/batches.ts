import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { jobDefinition } from '../jobs.ts'
import {
  maxAnswerShapeLength,
  maxPromptLength,
  maxShownParts,
  maxShownRows,
  maxVisibleColumns,
} from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'
import { batchQuoteSchema, batchWays, partSchema } from './parts.ts'

/**
 * The states of a table. `reading` and `draft` come before the user's consent; `paused` has an error
 * if the service, not the user, has stopped it.
 */
export const batchStates = ['reading', 'draft', 'running', 'paused', 'done', 'cancelled'] as const
export type BatchState = (typeof batchStates)[number]

/**
 * The states of a row. `empty` rows have no value and are never sent; `unknown` ones were sent and
 * their answer was lost; `cancelled` ones were not sent before the user cancelled the table.
 */
export const rowStates = [
  'waiting',
  'sent',
  'done',
  'failed',
  'unknown',
  'empty',
  'cancelled',
] as const
export type RowState = (typeof rowStates)[number]

/**
 * Flaws of an answer: the model reached its limit, ended in another unusual way, or gave no JSON of
 * the shape that was asked for.
 */
export const rowNotices = ['length', 'unfinished', 'mismatch'] as const
export type RowNotice = (typeof rowNotices)[number]

/** The formats that a table is saved in. */
export const savedFormats = ['csv', 'jsonl', 'xlsx'] as const
export type SavedFormat = (typeof savedFormats)[number]

const count = z.number().int().nonnegative()
const batchIdSchema = z.uuid()
const batchInput = z.object({ id: batchIdSchema })

const columnSchema = z.object({
  /** The name within `{{ }}`: unique, without spaces at its ends. */
  name: z.string(),
  /** The number of rows without a value in it, empty rows left aside. */
  blanks: count,
})

export const batchSchema = z.object({
  id: batchIdSchema,
  /** The name of the file. */
  name: z.string(),
  /** The kind of its rows: lists of values (CSV, workbooks) or JSON objects. */
  format: z.enum(['csv', 'jsonl']),
  state: z.enum(batchStates),
  way: z.enum(batchWays),
  /** The newest batches at the service; none if each row goes as a request. */
  parts: z.array(partSchema).max(maxShownParts),
  /** The first columns; `columnCount` is the number of all. */
  columns: z.array(columnSchema).max(maxVisibleColumns),
  columnCount: count,
  /** The numbers of the first empty rows, from 1. */
  emptyRows: z.array(count),
  model: modelReferenceSchema.nullable(),
  system: z.string(),
  prompt: z.string(),
  /** The columns of the answers, by names or by a JSON schema; empty for texts. */
  answerShape: z.string(),
  counts: z.record(z.enum(rowStates), count),
  inputTokens: count,
  outputTokens: count,
  /** US dollars of all answers; null if the price of any is unknown. */
  dollars: z.number().nonnegative().nullable(),
  error: errorSchema.nullable(),
  /** The time at which a service that asks for a pause is asked again; null while none does. */
  until: timeSchema.nullable(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
})
export type Batch = z.infer<typeof batchSchema>

/** Sends the rows of a table. The rows' own states are in the table `batch_row`. */
export const runJob = jobDefinition('batches.run', {
  input: z.object({ batchId: batchIdSchema, name: z.string() }),
  progress: z.object({ done: count, total: count }),
  result: z.object({ state: z.enum(['done', 'paused', 'cancelled']) }),
})

const prompts = {
  system: z.string().max(maxPromptLength),
  prompt: z.string().max(maxPromptLength),
  /** Names between commas or line breaks, or a JSON schema; empty for answers as texts. */
  answerShape: z.string().max(maxAnswerShapeLength),
}

const shownRowSchema = z.object({
  /** From 1, in the order of the file. */
  number: count,
  state: z.enum(rowStates),
  /** The beginning of the row's values, and of its answer. */
  excerpt: z.string(),
  answer: z.string(),
  notice: z.enum(rowNotices).nullable(),
  error: errorSchema.nullable(),
})
export type ShownRow = z.infer<typeof shownRowSchema>

const previewSchema = z.object({
  /** The first rows that will be sent, filled in. */
  rows: z.array(z.object({ number: count, system: z.string(), prompt: z.string() })),
  /** Names within `{{ }}` that are no columns. */
  unknown: z.array(z.string()),
  /** The columns in use that have no value in some rows. */
  blank: z.array(columnSchema),
  /** The columns that the answers give; empty for texts. */
  answerColumns: z.array(z.string()),
  /** Why these columns can't be asked for; null if they can. */
  answerShapeError: errorSchema.nullable(),
  /** The number of requests that a start sends. */
  requests: count,
  /** The rows that were tried. A start sends those again whose model or texts have changed since. */
  tried: z.array(shownRowSchema.extend({ isOutdated: z.boolean() })),
  /** The estimated tokens of all requests together. */
  tokens: count,
  /** The price of these tokens in US dollars; null if it is unknown. */
  dollars: z.number().nonnegative().nullable(),
  /** US dollars for a million tokens of answers; null if unknown. */
  answerPrice: z.number().nonnegative().nullable(),
  /** The same as batches; null if the service has none. */
  service: batchQuoteSchema.nullable(),
})
export type BatchPreview = z.infer<typeof previewSchema>

/** Peculiarities of a workbook's sheet that a user may not expect. */
export const tableNotesSchema = z.object({
  /** Rows and columns with values that were hidden, and were read all the same. */
  hiddenRows: count,
  hiddenColumns: count,
  /** Formulas without a stored result, which were read as empty. */
  emptyFormulas: count,
})
export type TableNotes = z.infer<typeof tableNotesSchema>

const chosenSchema = z.union([
  /** The table that was read; null if the user chose no file. */
  z.object({ batch: batchSchema.nullable(), notes: tableNotesSchema.nullable() }),
  /** The sheets of the chosen workbook, of which `chooseSheet` reads one. */
  z.object({ fileId: z.uuid(), name: z.string(), sheets: z.array(z.string()) }),
])
export type ChosenTable = z.infer<typeof chosenSchema>

export const batches = {
  /**
   * Asks the user for a file and reads its rows, or names the sheets of a workbook that has
   * several. Errors: tableUnreadable, tableLineInvalid, tableTooLarge, documentEncrypted,
   * documentDamaged, tooHeavy, diskFull.
   */
  choose: method(nothing, chosenSchema),
  /** Reads a sheet of the workbook that the user chose last. Errors: those of `choose`. */
  chooseSheet: method(z.object({ fileId: z.uuid(), sheet: z.string() }), chosenSchema),
  /** Returns all tables, the newest first. */
  list: method(nothing, z.array(batchSchema)),
  /** Keeps the model and the prompts of a draft, and shows its first requests. Errors: batchMissing. */
  preview: method(
    batchInput.extend({ model: modelReferenceSchema.nullable(), ...prompts }),
    previewSchema,
  ),
  /**
   * Sends one row of a draft, and keeps its answer: it counts as sent for a start with the same
   * model and texts. Resolves once the answer is kept. Errors: those of `start`; badInput for a row
   * that is missing or empty, and those of finding the model.
   */
  tryRow: method(
    batchInput.extend({
      model: modelReferenceSchema,
      ...prompts,
      /** From 1, in the order of the file. */
      number: count,
    }),
    nothing,
  ),
  /**
   * Sends each row once: the user's consent. Errors: batchMissing, conflict if the table was started
   * before or a row is being tried, badInput for an empty prompt or an unknown variable,
   * answerShapeInvalid, notSupported for a service without batches.
   */
  start: method(
    batchInput.extend({ model: modelReferenceSchema, ...prompts, way: z.enum(batchWays) }),
    batchSchema,
  ),
  /** Sends no further row. Requests under way are answered. Errors: batchMissing. */
  pause: method(batchInput, batchSchema),
  /** Goes on with the rows that wait. Errors: batchMissing, conflict. */
  resume: method(batchInput, batchSchema),
  /** Gives up the rows that wait. Errors: batchMissing, conflict. */
  cancel: method(batchInput, batchSchema),
  /**
   * Sends the rows in this state again: another consent for each. `unknown` ones may be paid twice.
   * Errors: batchMissing, conflict.
   */
  retry: method(batchInput.extend({ state: z.enum(['failed', 'unknown']) }), batchSchema),
  /** Looks again for batches that were not found at the service. Sends nothing that is paid for. */
  lookAgain: method(batchInput, batchSchema),
  /** Returns the first rows in any of the states. Errors: batchMissing. */
  rows: method(
    batchInput.extend({ states: z.array(z.enum(rowStates)) }),
    z.array(shownRowSchema).max(maxShownRows),
  ),
  /**
   * Writes the table with the answers to a file that the user chooses. Errors: batchMissing;
   * tableCellTooLong for a value that no cell of XLSX can hold, with the row's number.
   */
  save: method(
    batchInput.extend({
      format: z.enum(savedFormats),
      /** Puts an apostrophe before answers in CSV that a spreadsheet would run as a formula. */
      guard: z.boolean(),
    }),
    /** `guarded` is the number of values that got an apostrophe. */
    z.object({ saved: z.boolean(), guarded: count }),
  ),
  /** Deletes a table that is not running. Errors: batchMissing, conflict. */
  remove: method(batchInput, nothing),
  /** The changed tables, at most ten times a second. */
  changed: event(z.array(batchSchema)),
  removed: event(z.object({ id: batchIdSchema })),
}
