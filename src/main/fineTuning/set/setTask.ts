import { z } from 'zod'
import { setReportSchema } from '../../../shared/fineTuning/findings.ts'

/** Checks or splits a training set, in a thread: reading a large one takes seconds. */
export const setTask = {
  input: z.discriminatedUnion('what', [
    z.object({ what: z.literal('check'), path: z.string() }),
    z.object({
      what: z.literal('split'),
      path: z.string(),
      trainingPath: z.string(),
      validationPath: z.string(),
      validationShare: z.number().min(0).max(0.5),
      seed: z.number().int(),
      dropDuplicates: z.boolean(),
    }),
  ]),
  output: z.union([
    z.object({ report: setReportSchema }),
    z.object({ split: z.object({ training: z.number(), validation: z.number() }) }),
  ]),
}
