import { z } from 'zod'
import type { WorkerTask } from '../../workers/workerTask.ts'
import { unkeptReasons } from './keepRest.ts'

const decoders = z.object({ jpeg: z.string(), webp: z.string() })
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

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
    z.object({ do: z.literal('measurePicture'), picture: z.string(), decoders }),
    z.object({
      do: z.literal('turnUpright'),
      photo: z.string(),
      decoders,
      jpegEncoder: z.string(),
    }),
  ]),
  output: z.union([
    z.object({ picture: bytes }),
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
    z.object({ width: z.number(), height: z.number() }),
  ]),
} satisfies WorkerTask
