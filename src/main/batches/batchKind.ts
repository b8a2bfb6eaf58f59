import { runJob } from '../../shared/batches/batches.ts'
import { AppError } from '../../shared/errors.ts'
import type { JobKind } from '../jobs/jobKind.ts'
import type { BatchesInHistory } from './batchesInHistory.ts'

/** Sends the rows of tables, of any number at a time: each has a pace of its own. */
export function batchKind(
  current: () => Pick<BatchesInHistory, 'run'> | undefined,
): JobKind<typeof runJob> {
  return {
    definition: runJob,
    keyOf: ({ batchId }) => batchId,
    subjectOf: ({ name }) => name,
    laneOf: ({ batchId }) => batchId,
    // The run itself waits for a busy service; what it gives up is for the user.
    retry: { mayPass: () => false },
    run(run) {
      const opened = current()
      if (!opened) throw new AppError('databaseLocked', 'The history is not open')
      return opened.run(run)
    },
  }
}
