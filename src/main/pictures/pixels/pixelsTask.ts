import { z } from 'zod'
import type { WorkerTask } from '../../workers/workerTask.ts'
import { unkeptReasons } from './keepRest.ts'
import { codecPathsSchema } from './startCodec.ts'

const path = z.string()
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** Work on pixels, in a thread of its own. Stored files are given by their paths. */
export const pixelsTask = {
  input: z.object({
    codecs: codecPathsSchema,
    work: z.discriminatedUnion('do', [
      z.object({ do: z.literal('keepRest'), original: path, mask: path, result: path }),
      z.object({ do: z.literal('inspectMask'), mask: path }),
      z.object({ do: z.literal('transparentMask'), mask: bytes }),
      z.object({ do: z.literal('measurePicture'), picture: path }),
      z.object({ do: z.literal('turnUpright'), photo: path }),
    ]),
  }),
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
      /** The size of the mask as OpenAI gets it. */
      transparentBytes: z.number(),
    }),
    z.object({ width: z.number(), height: z.number() }),
  ]),
} satisfies WorkerTask
