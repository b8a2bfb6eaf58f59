import { z } from 'zod'
import { tableNotesSchema } from '../../../../shared/batches/batches.ts'
import type { WorkerTask } from '../../../workers/workerTask.ts'

/** Reads a sheet of a workbook in a thread: the file is a stranger's. */
export const workbookTask = {
  input: z.object({
    path: z.string(),
    /** The name of the sheet; null if the user has chosen none. */
    sheet: z.string().nullable(),
  }),
  output: z.union([
    /** The names of the sheets, of which the user has to choose one. */
    z.object({ sheets: z.array(z.string()) }),
    z.object({
      /** A JSON list of cells a line, in UTF-8. The first has the titles. */
      rows: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
      notes: tableNotesSchema,
    }),
  ]),
} satisfies WorkerTask
