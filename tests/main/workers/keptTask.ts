import { z } from 'zod'
import type { WorkerTask } from '../../../src/main/workers/workerTask.ts'

export const keptTask = {
  input: z.object({ wish: z.enum(['count', 'fail', 'exit', 'grow', 'loop']) }),
  output: z.object({ tasks: z.number() }),
} satisfies WorkerTask
