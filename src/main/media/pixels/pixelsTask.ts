import { z } from 'zod'
import type { WorkerTask } from '../../workers/workerTask.ts'
import { unkeptReasons } from './keepRest.ts'

const decoders = z.object({ jpeg: z.string(), webp: z.string() })

/** Work on pixels, in a thread of its own. Files are given by their paths. */
export const pixelsTask = {
  input: z.discriminatedUnion('do', [
    z.object({
      do: z.literal('keepRest'),
      original: z.string(),
      mask: z.string(),
      result: z.string(),
      decoders,
    }),
    z.object({ do: z.literal('inspectMask'), mask: z.string(), decoders }),
  ]),
  output: z.union([
    z.object({ picture: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
    z.object({ unkept: z.enum(unkeptReasons) }),
    z.object({
      width: z.number(),
      height: z.number(),
      /** True if nothing may change. */
      isEmpty: z.boolean(),
      /** True if everything may change. */
      isWhole: z.boolean(),
      /** The size of the mask as OpenAI gets it; null for a file that can't become one. */
      transparentBytes: z.number().nullable(),
    }),
  ]),
} satisfies WorkerTask
