import { AppError } from '../../shared/errors.ts'
import { trainJob } from '../../shared/fineTuning/fineTuning.ts'
import type { JobKind } from '../jobs/jobKind.ts'
import type { TrainingsInHistory } from './trainingsInHistory.ts'

/** Trains models, any number at a time: services queue them. */
export function trainKind(
  current: () => Pick<TrainingsInHistory, 'run'> | undefined,
): JobKind<typeof trainJob> {
  return {
    definition: trainJob,
    keyOf: ({ trainingId }) => trainingId,
    subjectOf: ({ name }) => name,
    laneOf: ({ trainingId }) => trainingId,
    run(run) {
      const opened = current()
      if (!opened) throw new AppError('databaseLocked', 'The history is not open')
      return opened.run(run)
    },
  }
}
