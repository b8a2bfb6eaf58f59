import { z } from 'zod'
import type { WorkerTask } from '../../../src/main/workers/workerTask.ts'

/** What a file that means harm could make a parser do. */
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
