import { AppError } from '../../../src/shared/errors.ts'
import { serveTasks } from '../../../src/main/workers/serveTask.ts'
import { keptTask } from './keptTask.ts'

let tasks = 0
const kept: Uint8Array[] = []

/** Answers how many tasks this thread has had. */
serveTasks(keptTask, ({ wish }) => {
  tasks += 1
  if (wish === 'fail') throw new AppError('notSupported', 'No such format')
  if (wish === 'exit') process.exit(1)
  if (wish === 'grow') kept.push(new Uint8Array(45_000_000).fill(1))
  if (wish === 'loop') for (;;);
  return { tasks }
})
