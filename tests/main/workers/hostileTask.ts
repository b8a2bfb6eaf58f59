import { z } from 'zod'
import type { WorkerTask } from '../../../src/main/workers/workerTask.ts'

/** Effects that a malicious file could have on a parser. */
export const attacks = [
  'none',
  'loop',
  'regex',
  'objects',
  'buffers',
  'stack',
  'throw',
  'throwLater',
  'exit',
  'silence',
  'longAnswer',
  'wrongAnswer',
  'refuse',
  'flood',
  'environment',
] as const

export const hostileTask = {
  input: z.object({ attack: z.enum(attacks), text: z.string() }),
  output: z.object({ text: z.string() }),
} satisfies WorkerTask
