import { z } from 'zod'
import type { WorkerTask } from '../../workers/workerTask.ts'

const count = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const measuresSchema = z.object({
  /** Whether there is something to see. What was taken for a video may be sound alone. */
  hasVideo: z.boolean(),
  /** In pixels, as it is shown: turned, with square pixels. Null for sound. */
  width: count.nullable(),
  height: count.nullable(),
  /** Null if the file does not tell. */
  durationMilliseconds: count.nullable(),
})
export type Measures = z.infer<typeof measuresSchema>

/** Reads how large and how long a video or a sound is. */
export const measureTask = {
  input: z.object({ path: z.string() }),
  output: measuresSchema,
} satisfies WorkerTask
